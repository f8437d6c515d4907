#!/usr/bin/env python3
"""The bundled model as an ONNX graph with the same weights, in f32.

    pip install onnx numpy safetensors
    export.py FOLDER MODEL.onnx         # FOLDER: config.json and model.safetensors, such as assets/minilm

Input: input_ids [1, tokens]; output: last_hidden_state [1, tokens, width]. The graph is built operation by operation, in the
patterns that ONNX Runtime's optimizer recognises (it fuses bias and GELU, and the scale of attention).
"""
import json
import pathlib
import sys

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper
from safetensors.numpy import load_file

if len(sys.argv) != 3:
    sys.exit(__doc__.strip())
folder, target = map(pathlib.Path, sys.argv[1:])
config = json.loads((folder / "config.json").read_text())
weights = {name.removeprefix("bert."): numbers for name, numbers in load_file(folder / "model.safetensors").items()}
for name in [name for name in weights if f"{name}.scales" in weights]:
    # 16-bit integers, with a scale for each 32 of them.
    weights[name] = weights[name] * np.repeat(weights.pop(f"{name}.scales"), 32, axis=-1)
weights = {name: numbers.astype(np.float32) for name, numbers in weights.items()}
width, heads = config["hidden_size"], config["num_attention_heads"]
head = width // heads
nodes, constants = [], []


def constant(numbers):
    name = f"constant{len(constants)}"
    constants.append(numpy_helper.from_array(np.ascontiguousarray(numbers), name))
    return name


def scalar(number):
    return constant(np.array(number, np.float32))


def apply(operation, *inputs, **attributes):
    name = f"node{len(nodes)}"
    nodes.append(helper.make_node(operation, list(inputs), [name], name=name, **attributes))
    return name


def linear(x, name):
    product = apply("MatMul", x, constant(weights[name + ".weight"].T))
    return apply("Add", product, constant(weights[name + ".bias"]))


def norm(x, name):
    gain, bias = (constant(weights[f"{name}.{part}"]) for part in ("weight", "bias"))
    return apply("LayerNormalization", x, gain, bias, axis=-1, epsilon=config["layer_norm_eps"])


def gelu(x):
    erf = apply("Erf", apply("Div", x, scalar(2**0.5)))
    return apply("Mul", apply("Mul", x, apply("Add", erf, scalar(1))), scalar(0.5))


def embeddings():
    table = "embeddings.{}_embeddings.weight".format
    words = apply("Gather", constant(weights[table("word")]), "input_ids")
    zero, one, two = (constant(np.array([i])) for i in range(3))
    tokens = apply("Slice", apply("Shape", "input_ids"), one, two)
    positions = apply("Slice", constant(weights[table("position")]), zero, tokens, zero)
    sums = apply("Add", apply("Add", words, positions), constant(weights[table("token_type")][0]))
    return norm(sums, "embeddings.LayerNorm")


def block(x, prefix):
    split, join = constant(np.array([0, 0, heads, head])), constant(np.array([0, 0, width]))

    def by_head(name, order):
        return apply("Transpose", apply("Reshape", linear(x, f"{prefix}attention.self.{name}"), split), perm=order)

    query, key, value = by_head("query", [0, 2, 1, 3]), by_head("key", [0, 2, 3, 1]), by_head("value", [0, 2, 1, 3])
    scores = apply("Softmax", apply("Div", apply("MatMul", query, key), scalar(head**0.5)), axis=-1)
    context = apply("Transpose", apply("MatMul", scores, value), perm=[0, 2, 1, 3])
    attended = linear(apply("Reshape", context, join), prefix + "attention.output.dense")
    x = norm(apply("Add", attended, x), prefix + "attention.output.LayerNorm")
    output = linear(gelu(linear(x, prefix + "intermediate.dense")), prefix + "output.dense")
    return norm(apply("Add", output, x), prefix + "output.LayerNorm")


x = embeddings()
for layer in range(config["num_hidden_layers"]):
    x = block(x, f"encoder.layer.{layer}.")
nodes.append(helper.make_node("Identity", [x], ["last_hidden_state"]))
graph = helper.make_graph(
    nodes,
    "bert",
    [helper.make_tensor_value_info("input_ids", TensorProto.INT64, [1, "tokens"])],
    [helper.make_tensor_value_info("last_hidden_state", TensorProto.FLOAT, [1, "tokens", width])],
    constants,
)
model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
onnx.checker.check_model(model)
onnx.save(model, target)
