#!/usr/bin/env python3
"""Compares forward passes of bertscope, PyTorch and ONNX Runtime in one Markdown table.

    pip install torch transformers==4.46.3 onnx onnxruntime
    PYTHON=venv/bin/python benches/peers.sh

All alternate in one run: in each round every engine measures the same pass for a fraction of a second, in a
rotating order, so that other load on the machine affects all of them equally. A time is the median over the rounds of
each round's median; a ratio is the median of the rounds' own ratios, followed by their quartiles. On a busy machine
PyTorch with more than one thread waits for its threads longer than it computes: use an idle machine.

PyTorch runs what bert_score runs, transformers' BertModel in f32 under no_grad, here without the pooler and without
hidden states other than the last, which makes it a little faster. ONNX Runtime runs the same model, exported once,
with its default optimisations. bertscope returns the hidden states of every layer; its bundled model has 16-bit weights
("ours, f32" has the same in f32), at roberta-large's size it has f32 weights. "candle" is candle-transformers' model with its weights laid out K-major.
"""
import argparse
import os
import pathlib
import platform
import statistics
import subprocess
import sys
import tempfile
import time
import warnings

os.environ["HF_HUB_OFFLINE"] = "1"
warnings.filterwarnings("ignore")

try:
    import numpy
    import onnx  # noqa: F401  torch.onnx.export needs it
    import onnxruntime
    import torch
    import transformers
except ImportError as missing:
    sys.exit(f"peers.py: {missing}; pip install torch transformers==4.46.3 onnx onnxruntime")

import summary

ROOT = pathlib.Path(__file__).resolve().parent.parent
WARM_UP, AT_LEAST = 2, 5        # as in benches/programs/forward.rs, also what follows for slow passes
PASSES = [(model, count, tokens) for model in ("minilm", "large") for count, tokens in ((1, 7), (1, 30), (32, 30), (1, 128), (1, 512))]
F32 = "ours, f32"
ENGINES = ["ours", F32, "candle", "PyTorch", "ONNX Runtime"]
TITLES = {"minilm": "MiniLM-L6", "large": "roberta-large size, 17 layers"}


def build(name, folder):
    """The model of a size, with random weights or those of a published folder."""
    torch.manual_seed(0)
    if name == "minilm" and folder:
        return transformers.BertModel.from_pretrained(folder, add_pooling_layer=False).eval()
    if name == "minilm":
        config = transformers.BertConfig.from_json_file(ROOT / "assets/minilm/config.json")
    else:
        config = transformers.BertConfig(
            vocab_size=1000, hidden_size=1024, num_hidden_layers=17, num_attention_heads=16, intermediate_size=4096,
            type_vocab_size=1)
    return transformers.BertModel(config, add_pooling_layer=False).eval()


def ids(count, tokens):
    return numpy.tile(numpy.arange(10, 10 + tokens, dtype=numpy.int64), (count, 1))


def median_ms(run, seconds):
    start = time.perf_counter()
    run()
    at_least = AT_LEAST
    if time.perf_counter() - start > seconds:
        at_least = 1
    else:
        for _ in range(WARM_UP - 1):
            run()
    passes, start = [], time.perf_counter()
    while len(passes) < at_least or time.perf_counter() - start < seconds:
        begin = time.perf_counter()
        run()
        passes.append(time.perf_counter() - begin)
    return statistics.median(passes) * 1e3


class Rust:
    """bertscope's example `forward`, which writes one line for each line that it reads."""

    def __init__(self, program, whose, threads, seconds, suffix=""):
        self.whose, self.suffix = whose, suffix
        self.process = subprocess.Popen(
            [program, "--seconds", str(seconds)], env={**os.environ, "RAYON_NUM_THREADS": str(threads)},
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def measure(self, name, count, tokens):
        print(f"{self.whose}/{name}{self.suffix}/{count}x{tokens}", file=self.process.stdin, flush=True)
        answer = self.process.stdout.readline()
        if not answer:
            sys.exit("peers.py: bertscope's example ended early")
        return float(answer.split()[-1])

    def close(self):
        self.process.stdin.close()
        self.process.wait()


class Torch:
    def __init__(self, models, threads, seconds):
        self.models, self.seconds = models, seconds
        torch.set_num_threads(threads)

    def run(self, name, count, tokens):
        with torch.no_grad():
            return self.models[name](torch.from_numpy(ids(count, tokens)))[0]

    def measure(self, name, count, tokens):
        model, batch = self.models[name], torch.from_numpy(ids(count, tokens))
        with torch.no_grad():
            return median_ms(lambda: model(batch), self.seconds)

    def close(self):
        pass


class Onnx:
    def __init__(self, files, threads, seconds):
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        self.seconds = seconds
        self.sessions = {name: onnxruntime.InferenceSession(file, options, providers=["CPUExecutionProvider"])
                         for name, file in files.items()}

    def run(self, name, count, tokens):
        return self.sessions[name].run(None, {"ids": ids(count, tokens)})[0]

    def measure(self, name, count, tokens):
        session, feed = self.sessions[name], {"ids": ids(count, tokens)}
        return median_ms(lambda: session.run(None, feed), self.seconds)

    def close(self):
        self.sessions.clear()


def export(model, file):
    axes = {0: "texts", 1: "tokens"}
    with torch.no_grad():
        torch.onnx.export(model, (torch.from_numpy(ids(2, 7)),), file, input_names=["ids"], output_names=["states"],
                          dynamic_axes={"ids": axes, "states": axes}, opset_version=17, dynamo=False)


def check(torch_side, onnx_side, passes):
    """Checks that the exported model computes the same; otherwise the comparison would be meaningless."""
    for which in passes:
        difference = numpy.abs(torch_side.run(*which).numpy() - onnx_side.run(*which)).max()
        if not difference < 1e-3:
            sys.exit(f"peers.py: the exported model differs from PyTorch's by {difference} at {which}")


def names_of(engines, which):
    """The engines that measure a pass: only the bundled model has other weights than the published ones."""
    return [name for name in engines if which[0] == "minilm" or name != F32]


def rounds(engines, passes, args):
    """One list of medians for each engine and pass. The first round only loads and warms up."""
    found = {(engine, which): [] for which in passes for engine in names_of(engines, which)}
    for number in range(args.rounds + 1):
        print(f"round {number} of {args.rounds}", file=sys.stderr)
        for which in passes:
            names = names_of(engines, which)
            turn = number % len(names)
            for engine in names[turn:] + names[:turn]:
                # The previous engine's threads still spin for a few milliseconds.
                time.sleep(args.pause)
                milliseconds = engines[engine].measure(*which)
                if number > 0:
                    found[engine, which].append(milliseconds)
    return found


def ratio(ours, theirs):
    low, middle, high = statistics.quantiles([a / b for a, b in zip(ours, theirs)], n=4, method="inclusive")
    return f"{middle:.2f} ({low:.2f}–{high:.2f})"


def row(which, threads, found):
    name, count, tokens = which
    length = f"{tokens}" if count == 1 else f"{count} × {tokens}"
    of = {engine: medians for (engine, passed), medians in found.items() if passed == which}
    cells = [f"{statistics.median(of[engine]):.2f}" if engine in of else "–" for engine in ENGINES]
    ratios = [ratio(of["ours"], of[peer]) if peer in of else "–" for peer in (F32, "PyTorch", "ONNX Runtime")]
    compared = ", ".join(f"{peer} {cells[ENGINES.index(peer)]}" for peer in ("ONNX Runtime", "PyTorch", "candle"))
    threads_words = "1 thread" if threads == 1 else f"{threads} threads"
    what = f"[forward pass](#one-forward-pass-compared-with-other-runtimes), {TITLES[name]}, {length} tokens, {threads_words}"
    summary.row(what, ratios[-1].split()[0], f"{cells[0]} ms", compared + " ms")
    return "| " + " | ".join([TITLES[name], length, str(threads), *cells, *ratios]) + " |"


def processor():
    try:
        lines = pathlib.Path("/proc/cpuinfo").read_text().splitlines()
        return next(line.split(":", 1)[1].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor() or platform.machine()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ours", required=True, metavar="FILE", help="the example `forward` (peers.sh gives it)")
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--threads", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--seconds", type=float, default=0.3, help="seconds per measurement in a round [%(default)s]")
    parser.add_argument("--pause", type=float, default=0.1, help="seconds between two measurements [%(default)s]")
    parser.add_argument("--only", choices=list(TITLES), help="one of the two sizes")
    parser.add_argument("--minilm", metavar="FOLDER", help="published all-MiniLM-L6-v2, instead of random weights")
    args = parser.parse_args()
    if args.rounds < 2:
        parser.error("--rounds needs at least 2")

    passes = [which for which in PASSES if args.only in (None, which[0])]
    models = {name: build(name, args.minilm) for name in dict.fromkeys(name for name, _, _ in passes)}
    table = []
    with tempfile.TemporaryDirectory() as folder:
        files = {name: os.path.join(folder, f"{name}.onnx") for name in models}
        for name, model in models.items():
            print(f"exporting {name}", file=sys.stderr)
            export(model, files[name])
        for threads in args.threads:
            print(f"{threads} thread(s)", file=sys.stderr)
            engines = {
                "ours": Rust(args.ours, "ours", threads, args.seconds),
                F32: Rust(args.ours, "ours", threads, args.seconds, "-f32"),
                "candle": Rust(args.ours, "candle", threads, args.seconds),
                "PyTorch": Torch(models, threads, args.seconds),
                "ONNX Runtime": Onnx(files, threads, args.seconds),
            }
            check(engines["PyTorch"], engines["ONNX Runtime"], passes)
            found = rounds(engines, passes, args)
            table += [row(which, threads, found) for which in passes]
            for engine in engines.values():
                engine.close()

    attention = next(iter(models.values())).config._attn_implementation
    print(f"Medians in ms over {args.rounds} rounds; ratios: median (quartiles) of the rounds. {processor()}, "
          f"{os.cpu_count()} logical processors; PyTorch {torch.__version__} with transformers "
          f"{transformers.__version__} ({attention} attention), ONNX Runtime {onnxruntime.__version__}.\n")
    columns = ["model", "tokens", "threads", *ENGINES, f"ours / {F32}", "ours / PyTorch", "ours / ONNX Runtime"]
    print("| " + " | ".join(columns) + " |")
    print("|---" * len(columns) + "|")
    print("\n".join(table))


main()
