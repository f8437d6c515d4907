"""Scores as numpy arrays with the methods of tensors that scripts for ``bert_score`` use. Imported only where numpy is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy

from ._errors import InputError


class _OnCpu:
    """The methods of tensors that move or convert them."""

    __slots__ = ()

    def cpu(self) -> Any:
        """The same scores."""
        return self

    def detach(self) -> Any:
        """The same scores: they have no gradient."""
        return self

    def numpy(self) -> numpy.ndarray[Any, Any]:
        """A plain numpy array."""
        return numpy.asarray(self)

    def to(self, device: object = "cpu", *_: object, **__: object) -> Any:
        """The same scores, which are in main memory."""
        if str(device) != "cpu":
            raise InputError(f'scores are numpy arrays and cannot move to {device}; return_tensors="pt" returns tensors, which can')
        return self


# The bases are in this order because numpy treats the other as an object, not as a number.
class Element(numpy.float64, _OnCpu):  # type: ignore[misc]
    """One score."""


class Selected(NamedTuple):
    """The result of ``max`` and ``min`` along a dimension."""

    values: Any
    indices: Any


def _reduction(name: str) -> Callable[..., Any]:
    def reduce(scores: Array, *args: Any, dim: Any = None, keepdim: bool = False, **named: Any) -> Any:
        if dim is not None:
            named["axis"] = dim
        if keepdim:
            named["keepdims"] = True
        if name in ("std", "var") and "ddof" not in named:
            # The sample's, as for a tensor. numpy.std passes 0.
            named["ddof"] = int(named.pop("unbiased", True))
        found = _wrap(getattr(numpy.ndarray, name)(scores.numpy(), *args, **named))
        if dim is not None and name in ("max", "min"):
            return Selected(found, getattr(scores, f"arg{name}")(dim=dim, keepdim=keepdim))
        return found

    reduce.__name__ = name
    return reduce


def _wrap(found: Any) -> Any:
    if isinstance(found, numpy.float64):
        return Element(found)
    return found.view(Array) if isinstance(found, numpy.ndarray) and found.dtype == float else found


class Array(_OnCpu, numpy.ndarray[Any, Any]):
    """The scores of many pairs; with all layers, a row for each layer."""

    for _name in ("argmax", "argmin", "max", "mean", "min", "prod", "std", "sum", "var"):
        locals()[_name] = _reduction(_name)
    del _name

    def dim(self) -> int:
        """Number of dimensions."""
        return self.ndim

    def numel(self) -> int:
        """Number of scores."""
        return self.size

    def __getitem__(self, key: Any) -> Any:
        return _wrap(super().__getitem__(key))

    def __iter__(self) -> Iterator[Any]:
        return (self[i] for i in range(len(self)))

    def __float__(self) -> float:
        return float(self.item())
