#!/usr/bin/env python3
"""Compares the agreement that `bertscope score --human` reports with mt-metrics-eval, over a file of judged pairs.

    git clone https://github.com/google-research/mt-metrics-eval   # commit 68a481a
    PYTHONPATH=mt-metrics-eval python benches/agreement.py target/release/bertscope wmt17.tsv --candidate-column hypothesis \
        --human human_z --by lp --system-column system --id-column segid

Prints the largest difference of each deterministic figure, and exits with 1 if one is above 1e-9. Both use the same scores:
those of `score --json`, rounded as they are printed where a coefficient compares scores in order.
"""

import collections
import itertools
import json
import subprocess
import sys
import tempfile

import numpy
import scipy.stats
from mt_metrics_eval import stats

NAMES = ["precision", "recall", "f1"]


def run(program, arguments):
    with tempfile.NamedTemporaryFile(suffix=".json") as summary:
        columns = [arguments[arguments.index("--system-column") + 1]]
        command = [program, "score", *arguments, "--json", "--all-settings", "--keep-columns", *columns, "--summary", summary.name]
        out = subprocess.run(command, capture_output=True, check=True, encoding="utf-8").stdout
        rows = [json.loads(line) for line in out.splitlines()]
        return rows, json.load(open(summary.name))["human"], columns[0]


def coefficients(human, scores, segments):
    of = stats.Correlation(1, human, scores)
    printed = stats.Correlation(1, human, [round(score, 5) for score in scores])
    found = {"pearson": of.Pearson()[0], "spearman": printed.Spearman()[0], "kendall": printed.Kendall()[0]}
    # A matrix with a row for each segment, and None where a system is missing.
    width = max(collections.Counter(segments).values())
    items = collections.defaultdict(list)
    for score, judged, segment in zip(printed.metric_scores, human, segments):
        items[segment].append((judged, score))
    packed = [[(item + [(None, 0.0)] * width)[:width] for item in items.values()]]
    by_rank = numpy.array(packed[0], dtype=object).transpose(1, 0, 2).reshape(-1, 2)
    within = stats.Correlation(width, list(by_rank[:, 0]), list(by_rank[:, 1]))
    found["accuracy"] = within.KendallWithTiesOpt("item", sample_rate=1.0)[0]
    return found


def pairwise_accuracy(groups, name):
    right, compared = 0, 0
    for rows in groups.values():
        systems = collections.defaultdict(dict)
        for row in rows:
            systems[row["system"]][row["segment"]] = (row["human"], row[name])
        for one, other in itertools.combinations(systems.values(), 2):
            common = sorted(set(one) & set(other))
            if common:
                human, scores = (numpy.array([[of[segment][k] for segment in common] for of in (one, other)]).mean(axis=1) for k in (0, 1))
                agree, pairs = stats.Agreement(list(human), list(scores))
                right, compared = right + int(agree), compared + pairs
    return right / compared


def main():
    program, *arguments = sys.argv[1:]
    rows, found, system = run(program, arguments)
    groups = collections.defaultdict(list)
    for row in rows:
        if row["human"] is not None:
            row["system"], row["segment"] = row["columns"][system], row["id"]
            groups[row.get("group", "")].append(row)
    differences = collections.defaultdict(float)
    for group, reported in zip(groups.values(), found["groups"]):
        for name in NAMES:
            expected = coefficients([row["human"] for row in group], [row[name] for row in group], [row["segment"] for row in group])
            for coefficient, value in expected.items():
                differences[coefficient] = max(differences[coefficient], abs(value - reported[coefficient][name]))
    for name in NAMES:
        difference = abs(pairwise_accuracy(groups, name) - found["system_level"][name]["accuracy"])
        differences["pairwise accuracy"] = max(differences["pairwise accuracy"], difference)
    if len(groups) == 1:
        (group,) = groups.values()
        default = stats.Correlation(1, [row["human"] for row in group], [row["f1"] for row in group])
        layer = next(setting["layer"] for setting in found["settings"] if setting["default"])
        for setting in found["settings"]:
            if setting["layer"] == layer and not setting["idf"] and setting["score"] in ("precision", "recall"):
                other = stats.Correlation(1, default.gold_scores, [row[setting["score"]] for row in group])
                p = stats.WilliamsSigDiff(default, other, scipy.stats.pearsonr, one_sided=False)[0]
                differences["p, Williams"] = max(differences["p, Williams"], abs(p - setting["p_williams"]))
                whole = stats.PermutationSigDiffParams(block_size=1000)
                one_sided = stats.PermutationSigDiff(default, other, scipy.stats.pearsonr, "none", 1000, whole)[0]
                print(f"PERM-BOTH of {setting['score']}: {setting['p_permutation']:.4f}, theirs {2 * min(one_sided, 1 - one_sided):.4f}")
    print(f"{len(rows)} pairs, {len(groups)} groups")
    for name, difference in differences.items():
        print(f"{name}: {difference:.1e}")
    sys.exit(any(difference > 1e-9 for difference in differences.values()))


main()
