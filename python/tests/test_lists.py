"""match and identify: all pairs of two lists, and the settings behind a number."""

import pytest

import bertscope

REFERENCES = ["the ferry leaves at noon", "rain fell on the\nharbour", "nobody sold thirty lanterns", ""]
CANDIDATES = ["the boat departs at midday", "it rained", "thirty lanterns were sold"]


@pytest.mark.parametrize("settings", [{}, {"idf": REFERENCES, "rescale_with_baseline": True}, {"num_layers": 1, "idf": {7: 2.0} | dict.fromkeys(range(30522), 1.0)}])
def test_every_match_has_the_scores_of_the_pair(settings):
    found = bertscope.match(CANDIDATES, REFERENCES, top=4, **settings)
    assert found.uncovered == [] and [len(best) for best in found.best] == [4, 4, 4]
    pairs = [(c, REFERENCES[one.reference]) for c, best in zip(CANDIDATES, found.best) for one in best]
    scored = bertscope.score(*zip(*pairs), return_hash=True, **settings)
    listed = [one for best in found.best for one in best]
    for name, numbers in zip(("precision", "recall", "f1"), scored[0]):
        assert [getattr(one, name) for one in listed] == pytest.approx(list(numbers), abs=1e-12)
    assert found.signature == scored[1]


def test_references_that_no_candidate_lists_are_indices():
    found = bertscope.match(CANDIDATES, REFERENCES, top=1)
    assert [best[0].reference for best in found.best] == [0, 1, 2]
    assert found.uncovered == [3]


def test_the_settings_of_a_number_are_arguments_of_score(small_model):
    refs = REFERENCES[:3]
    for settings in [{"num_layers": 4}, {"num_layers": 2, "idf": True, "rescale_with_baseline": True}]:
        f1 = bertscope.score(CANDIDATES, refs, **settings)[2].mean()
        found = bertscope.identify(CANDIDATES, refs, f"{f1:.6f}")
        assert found.agreeing >= 1 and found.expected_by_chance < 0.1
        best = found.settings[0]
        assert {**best.arguments, **settings} == best.arguments and best.measures == ["f1"]
        assert bertscope.score(CANDIDATES, refs, **best.arguments)[2].mean() == pytest.approx(f1, abs=1e-9)
    nearest = bertscope.identify(CANDIDATES, [[ref, "a boat"] for ref in refs], 0.999, model_type=[small_model])
    assert nearest.agreeing == 0 and len(nearest.settings) == 3
    again = bertscope.score(CANDIDATES, [[ref, "a boat"] for ref in refs], **nearest.settings[0].arguments)
    assert again[0].mean() == pytest.approx(nearest.settings[0].precision, abs=1e-9)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: bertscope.match("a", ["b"]), "one text"),
        (lambda: bertscope.match([], ["b"]), "empty list"),
        (lambda: bertscope.match(["a"], ["b"], top=0), "top is 0"),
        (lambda: bertscope.match(["a"], ["b"], layers=3), "match"),
        (lambda: bertscope.match(["a"], ["b"], num_layers=99), "num_layers|layer"),
        (lambda: bertscope.identify(["a"], ["b", "c"], 0.5), "differ"),
        (lambda: bertscope.identify(["a"], ["b"], "half"), "half is not a score"),
    ],
)
def test_mistakes_are_one_sentence(call, message):
    with pytest.raises(bertscope.BertscopeError, match=message):
        call()
