#!/usr/bin/env python3
"""Writes golden.json: comparisons of made-up systems, computed with numpy and with sacrebleu.

    pip install 'sacrebleu==2.6.0' 'numpy==2.4.6'
    python tests/golden.py > tests/golden.json

The formulas are written out here once more, from the papers. The resamples are those that numpy draws.
"""

import itertools
import json
import math
import os
import random
import sys

import numpy
import sacrebleu
from sacrebleu.metrics import BLEU, CHRF
from sacrebleu.significance import PairedTest

RESAMPLES = 1000
SEED = 12345


def interval(samples):
    samples = numpy.sort(samples)
    out = len(samples) // 40
    return [samples[out], samples[len(samples) - out - 1]]


def p_value(statistics, real):
    return (int(numpy.sum(statistics >= real * (1 - 1e-9))) + 1) / (len(statistics) + 1)


def compare(baseline, system, resamples=RESAMPLES, seed=SEED):
    """Means and tests of two systems over the segments in which both are defined."""
    a, b = numpy.array(baseline), numpy.array(system)
    n, defined = len(a), ~(numpy.isnan(a) | numpy.isnan(b))
    value = lambda scores, index: scores[index][defined[index]].mean()
    real = a[defined].mean(), b[defined].mean()
    difference = real[1] - real[0]
    draws = numpy.random.default_rng(seed).choice(n, size=(resamples, n), replace=True)
    samples = numpy.array([[value(a, index), value(b, index)] for index in draws])
    differences = samples[:, 1] - samples[:, 0]
    absolute = numpy.abs(differences)
    swaps = numpy.random.default_rng(seed).integers(2, size=(resamples, n), dtype=bool)
    # Of the cases here, the exact one has no equal segments, so that all of its segments can be swapped.
    is_exact = numpy.count_nonzero((a != b)[defined]) <= 20
    if is_exact:
        swaps = numpy.array(list(itertools.product([False, True], repeat=n)))
    trials = []
    for swap in swaps:
        mixed_a, mixed_b = numpy.where(swap, b, a), numpy.where(swap, a, b)
        trials.append(abs(mixed_b[defined].mean() - mixed_a[defined].mean()))
    trials = numpy.array(trials)
    p_randomisation = p_value(trials, abs(difference))
    if is_exact:
        p_randomisation = float(numpy.mean(trials >= abs(difference) * (1 - 1e-9)))
    return {
        "values": real,
        "intervals": [interval(samples[:, 0]), interval(samples[:, 1])],
        "difference": difference,
        "interval": interval(differences),
        "p_bootstrap": p_value(absolute - absolute.mean(), abs(difference)),
        "p_randomisation": p_randomisation,
        "segments": int(defined.sum()),
    }


def numbers(seed, n, gap, missing):
    """Scores of two systems that share what is hard about a segment."""
    rng = random.Random(seed)
    hard = [rng.gauss(0.7, 0.1) for _ in range(n)]
    systems = [[round(h + rng.gauss(shift, 0.05), 6) for h in hard] for shift in (0.0, gap)]
    for system in systems:
        for i in range(n):
            if rng.random() < missing:
                system[i] = math.nan
    return systems


WORDS = (
    "the ferry leaves before dawn while old sailors carry salted fish across a narrow wooden bridge and children count "
    "lanterns under the grey tower where rain falls on quiet market stalls near seven empty barns"
).split()


def sentences(seed, n):
    """References of random words, and two systems that get some of the words wrong."""
    rng = random.Random(seed)
    references = [[rng.choice(WORDS) for _ in range(rng.randint(6, 18))] for _ in range(n)]

    def system(errors):
        changed = [[w if rng.random() > errors else rng.choice(WORDS) for w in words] for words in references]
        return [" ".join(w for w in words if rng.random() > errors / 3) for words in changed]

    return [" ".join(words) for words in references], system(0.3), system(0.26)


def overlap(seed, n):
    references, baseline, system = sentences(seed, n)
    os.environ["SACREBLEU_SEED"] = str(SEED)
    out = {"references": references, "systems": [baseline, system]}
    for kind in ("bs", "ar"):
        _, scores = PairedTest(
            [("A", baseline), ("B", system)], {"BLEU": BLEU(), "chrF": CHRF()}, [references], kind, RESAMPLES
        )()
        for name in ("BLEU", "chrF2"):
            first, second = scores[name]
            out.setdefault(name, {"values": [float(first.score), float(second.score)]})[kind] = second.p_value
            if kind == "bs":
                out[name]["half_interval"] = float(second.ci)
    return out


def main():
    cases = []
    for name, seed, n, gap, missing in [
        ("a clear difference", 1, 60, 0.03, 0.0),
        ("a small difference", 2, 60, 0.008, 0.0),
        ("none", 3, 200, 0.0, 0.0),
        ("undefined in some segments", 4, 50, 0.02, 0.1),
        ("two segments", 5, 2, 0.02, 0.0),
    ]:
        systems = numbers(seed, n, gap, missing)
        cases.append({"name": name, "systems": systems, "expected": compare(*systems)})
    golden = {
        "numpy": numpy.__version__,
        "sacrebleu": sacrebleu.__version__,
        "resamples": RESAMPLES,
        "seed": SEED,
        "numbers": cases,
        "overlap": [overlap(6, 40), overlap(7, 40)],
    }
    # JSON has no NaN.
    text = json.dumps(golden, ensure_ascii=False).replace("NaN", "null")
    sys.stdout.write(text + "\n")


main()
