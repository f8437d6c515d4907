#!/usr/bin/env python3
"""Writes agreement.json: agreement of made-up scores with made-up human scores, as mt-metrics-eval computes it.

    git clone https://github.com/google-research/mt-metrics-eval   # commit 68a481a
    pip install 'numpy==2.4.6' 'scipy==1.17.1'
    PYTHONPATH=mt-metrics-eval python tests/agreement.py > tests/agreement.json

The intervals, which it does not have, are written out here: they draw what numpy draws.
"""

import itertools
import json
import random

import numpy
import scipy.stats
from mt_metrics_eval import pce, stats

SYSTEMS, SEGMENTS = 8, 100
RESAMPLES, SEED = 1000, 12345
# The trials that their function has by default. Scores times EXACT are whole numbers: it adds in f32, whose rounding decides
# ties of other sums.
SOFT_TRIALS, EXACT = 1000, 1000
TRIALS = 20000


def made_matrix():
    """Human scores in steps of 5, and three scores of 2 or 3 decimals, so that there are ties. One in eight is missing in the copy with gaps."""
    rng = random.Random(54)
    rows = []
    for system in range(SYSTEMS):
        for segment in range(SEGMENTS):
            quality = 60 + 2.2 * system + rng.gauss(0, 14) + 10 * ((segment * 7) % 5 - 2)
            human = min(100, max(0, 5 * round(quality / 5)))
            scores = [
                round(0.5 + quality / 300 + rng.gauss(0, 0.05), 3),
                round(0.5 + quality / 300 + rng.gauss(0, 0.055), 3),
                round(0.6 + quality / 900 + rng.gauss(0, 0.04), 2),
            ]
            rows.append({"system": system, "segment": segment, "human": human, "scores": scores, "gap": rng.random() < 0.12})
    return rows


def columns(rows, score, with_gaps):
    human = [None if with_gaps and row["gap"] else row["human"] for row in rows]
    return human, [row["scores"][score] for row in rows]


def coefficients(human, scores, num_sys):
    of = stats.Correlation(num_sys, human, scores)
    value = lambda answer: float(answer[0])
    return {
        "pearson": value(of.Pearson()),
        "spearman": value(of.Spearman()),
        "kendall": value(of.Kendall()),
        "accuracy": value(of.KendallWithTiesOpt("none", sample_rate=1.0)),
        "accuracy_in_segments": value(of.KendallWithTiesOpt("item", sample_rate=1.0)),
    }


def system_level(human, scores):
    """Over the segments that both systems of a pair have."""
    human = numpy.array(human, dtype=object).reshape(SYSTEMS, SEGMENTS)
    scores = numpy.array(scores).reshape(SYSTEMS, SEGMENTS)
    agree, soft, pairs, left_out = 0, 0.0, 0, 0
    for one, other in itertools.combinations(range(SYSTEMS), 2):
        known = [human[system] != None for system in (one, other)]  # noqa: E711
        both = known[0] & known[1]
        left_out += int((known[0] ^ known[1]).sum())
        gold = numpy.array([human[system][both] for system in (one, other)], dtype=float)
        metric = numpy.array([scores[system][both] for system in (one, other)])
        right, compared = stats.Agreement(list(gold.mean(axis=1)), [round(x, 9) for x in metric.mean(axis=1)])
        agree, pairs = agree + int(right), pairs + compared
        soft += soft_accuracy(gold.ravel(), metric.ravel(), 2)
    return {"accuracy": agree / pairs, "soft_accuracy": float(soft / pairs), "left_out": left_out}


def soft_accuracy(human, scores, num_sys):
    exact = [round(EXACT * score) for score in scores]
    return float(stats.PairwiseConfidenceError(list(human), exact, num_sys, SOFT_TRIALS)[0])


def tests(human, first, second, num_sys):
    """One-sided p by PERM-BOTH that the second correlates better, and two-sided p of Williams."""
    numpy.random.seed(7)
    one, two = [stats.Correlation(num_sys, human, scores) for scores in (first, second)]
    whole = stats.PermutationSigDiffParams(block_size=TRIALS)
    found = {"williams": float(stats.WilliamsSigDiff(one, two, scipy.stats.pearsonr, one_sided=False)[0])}
    for name, function, arguments in [
        ("pearson", scipy.stats.pearsonr, {}),
        ("spearman", scipy.stats.spearmanr, {}),
        ("kendall", stats.KendallVariants, {"variant": "b"}),
    ]:
        p, delta, *_ = stats.PermutationSigDiff(one, two, function, "none", TRIALS, whole, **arguments)
        found[name] = {"p": float(p), "difference": float(delta)}
    return found


def intervals(rows, score):
    """95% intervals of one system, whose segments are drawn."""
    human, scores = (numpy.array(column, dtype=float) for column in columns(rows[:SEGMENTS], score, False))
    pairs = list(itertools.combinations(range(SEGMENTS), 2))
    comparisons = []
    for one, other in pairs:
        by_score, by_human = scores[one] - scores[other], human[one] - human[other]
        comparisons.append((abs(by_score), by_score * by_human > 0 or by_score == by_human == 0, by_human == 0))
    found = {"pearson": [], "spearman": [], "kendall": [], "accuracy": []}
    for draw in numpy.random.default_rng(SEED).choice(SEGMENTS, size=(RESAMPLES, SEGMENTS), replace=True):
        found["pearson"].append(scipy.stats.pearsonr(scores[draw], human[draw])[0])
        found["spearman"].append(scipy.stats.spearmanr(scores[draw], human[draw])[0])
        found["kendall"].append(scipy.stats.kendalltau(scores[draw], human[draw])[0])
        times = numpy.bincount(draw, minlength=SEGMENTS)
        weights = numpy.array([times[one] * times[other] for one, other in pairs])
        found["accuracy"].append(calibrated(comparisons, weights))
    out = RESAMPLES // 40
    return {name: [float(sorted(values)[out]), float(sorted(values)[-out - 1])] for name, values in found.items()}


def calibrated(comparisons, weights):
    """Accuracy at the best threshold. A comparison is (distance, right as it is, right as a tie)."""
    distance = numpy.array([comparison[0] for comparison in comparisons])
    plain = numpy.array([comparison[1] for comparison in comparisons]) * weights
    tied = numpy.array([comparison[2] for comparison in comparisons]) * weights
    order = numpy.argsort(distance, kind="stable")
    gains = numpy.cumsum((tied - plain)[order])
    last = numpy.append(numpy.diff(distance[order]) > 0, True)
    # A threshold of 0 changes nothing: equal scores are ties as they are.
    return float((plain.sum() + max(0, gains[last].max())) / weights.sum())


def main():
    rows = made_matrix()
    golden = {"rows": [[row["system"], row["segment"], row["human"], *row["scores"], int(row["gap"])] for row in rows]}
    for name, with_gaps in [("dense", False), ("gaps", True)]:
        golden[name] = []
        for score in range(3):
            human, scores = columns(rows, score, with_gaps)
            golden[name].append({**coefficients(human, scores, SYSTEMS), "system_level": system_level(human, scores)})
    human, first = columns(rows, 0, False)
    golden["tests"] = [tests(human, first, columns(rows, score, False)[1], SYSTEMS) for score in (1, 2)]
    # Few candidates, even and odd: other sums of Student's distribution.
    golden["williams"] = []
    for count in (4, 5, 6, 9, 20):
        human, first = (column[:count] for column in columns(rows, 0, False))
        second = columns(rows, 1, False)[1][:count]
        one, two = [stats.Correlation(1, human, scores) for scores in (first, second)]
        golden["williams"].append([count, float(stats.WilliamsSigDiff(one, two, scipy.stats.pearsonr, one_sided=False)[0])])
    golden["intervals"] = intervals(rows, 0)
    # Soft pairwise accuracy of the whole matrix at once, as tasks.py computes it.
    golden["soft_accuracy_at_once"] = []
    for score in range(3):
        human, scores = columns(rows, score, False)
        golden["soft_accuracy_at_once"].append(soft_accuracy(human, scores, SYSTEMS))
    print(json.dumps(golden, separators=(",", ":")).replace("],[", "],\n["))


main()
