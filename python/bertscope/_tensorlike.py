"""Scores as arrays with the methods of tensors that scripts for ``bert_score`` use. Imported only where numpy is.

A method that numpy and PyTorch both have does what PyTorch does, because such scripts expect it: ``std`` is that of a sample, the
median of an even number of scores the lower one, and ``sort`` returns values and indices. So the class is not a subclass of
``numpy.ndarray``: pandas would call its methods and expect what numpy does. numpy's own functions, and all packages that accept
arrays, receive plain ones.
"""

from __future__ import annotations

import builtins
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn, Union, overload

import numpy as np

from ._errors import InputError

Dims = Union[int, Sequence[int]]

_USE_TENSORS = 'return_tensors="pt" returns tensors of PyTorch'


class Selected(NamedTuple):
    """The result of methods that select scores along a dimension."""

    values: Any
    indices: Any


class Size(int):
    """The number of scores, as numpy has it; called, the shape, as PyTorch has it."""

    def __new__(cls, shape: tuple[int, ...]) -> Size:
        size = super().__new__(cls, np.prod(shape, dtype=int))
        size._shape = shape
        return size

    _shape: tuple[int, ...]

    @overload
    def __call__(self) -> tuple[int, ...]: ...
    @overload
    def __call__(self, dim: int) -> int: ...
    def __call__(self, dim: int | None = None) -> Any:
        return self._shape if dim is None else self._shape[dim]


class Tensorlike:
    """The methods of tensors, for many scores and for one."""

    __slots__ = ()

    # Conversions

    def numpy(self) -> np.ndarray[Any, Any]:
        """A plain numpy array."""
        return np.asarray(self)

    def cpu(self) -> Any:
        """The same scores, which are in main memory."""
        return self

    def detach(self) -> Any:
        """The same scores: they have no gradient."""
        return self

    def contiguous(self) -> Any:
        """The same scores."""
        return self

    def clone(self) -> Any:
        """A copy."""
        return _wrap(np.array(self))

    def float(self) -> Any:
        """The same numbers; of a mask, 0 and 1."""
        return _wrap(np.asarray(self, dtype=float))

    def double(self) -> Any:
        """The same numbers; of a mask, 0 and 1."""
        return _wrap(np.asarray(self, dtype=float))

    def int(self) -> Any:
        """The numbers without decimals; of a mask, 0 and 1."""
        return _wrap(_plain(self).astype("int32"))

    def long(self) -> Any:
        """The numbers without decimals; of a mask, 0 and 1."""
        return _wrap(_plain(self).astype("int64"))

    def to(self, device: object = "cpu", *_: object, dtype: object = None, **__: object) -> Any:
        """The same scores: they are in main memory and of double precision."""
        for wanted in (device, dtype):
            if wanted is not None and str(wanted) not in ("cpu", "torch.float32", "torch.float64"):
                raise InputError(f"scores are not tensors and cannot move to {wanted}; {_USE_TENSORS}, which can")
        return self

    def cuda(self, *_: object, **__: object) -> NoReturn:
        """Raises InputError."""
        raise InputError(f"scores are not tensors and cannot move to cuda; {_USE_TENSORS}, which can")

    @property
    def is_cuda(self) -> bool:
        """False."""
        return False

    @property
    def requires_grad(self) -> bool:
        """False."""
        return False

    @property
    def device(self) -> str:
        """``cpu``."""
        return "cpu"

    # Shapes

    @property
    def size(self) -> Size:
        """The number of scores; ``size()`` is the shape, and ``size(dim)`` one of its numbers."""
        return Size(_plain(self).shape)

    def dim(self) -> Any:
        """Number of dimensions."""
        return _plain(self).ndim

    def numel(self) -> Any:
        """Number of scores."""
        return _plain(self).size

    def view(self, *shape: Any) -> Any:
        """The scores in another shape. A type is numpy's argument."""
        if shape and all(isinstance(length, (int, np.integer, tuple, list)) for length in shape):
            return _wrap(_plain(self).reshape(*shape))
        return _plain(self).view(*shape)

    def unsqueeze(self, dim: Any) -> Any:
        """With a dimension of length 1 at this position."""
        return _wrap(np.expand_dims(_plain(self), dim))

    def squeeze(self, dim: Any = None, *, axis: Any = None) -> Any:
        """Without dimensions of length 1, or without these if their length is 1."""
        scores, dim = _plain(self), dim if axis is None else axis
        if dim is not None:
            dim = tuple(one for one in np.atleast_1d(dim) if scores.shape[one] == 1)
        return _wrap(scores.squeeze(dim))

    def flatten(self, start_dim: Any = 0, end_dim: Any = -1) -> Any:
        """With these dimensions in one."""
        scores = np.atleast_1d(_plain(self))
        start, end = start_dim % scores.ndim, end_dim % scores.ndim
        return _wrap(scores.reshape(*scores.shape[:start], -1, *scores.shape[end + 1 :]))

    def transpose(self, dim0: Any, dim1: Any) -> Any:
        """With two dimensions exchanged."""
        return _wrap(np.swapaxes(_plain(self), dim0, dim1))

    def permute(self, *dims: Any) -> Any:
        """With the dimensions in this order."""
        return _wrap(np.transpose(_plain(self), dims[0] if len(dims) == 1 else dims))

    def t(self) -> Any:
        """Rows as columns."""
        return _wrap(_plain(self).T)

    def repeat(self, *sizes: Any) -> Any:
        """The scores that many times in each dimension, as a whole."""
        return _wrap(np.tile(_plain(self), sizes[0] if len(sizes) == 1 else sizes))

    def flip(self, *axes: Any, dims: Any = None) -> Any:
        """In reverse order along these dimensions."""
        dims = axes if dims is None else dims
        return _wrap(np.flip(_plain(self), dims[0] if len(dims) == 1 else tuple(dims)))

    def split(self, size: Any, dim: Any = 0) -> tuple[Any, ...]:
        """In parts of this size."""
        scores = _plain(self)
        return tuple(_wrap(part) for part in np.split(scores, range(size, scores.shape[dim], size), dim))

    def nonzero(self) -> Any:
        """The indices of numbers other than 0, one row for each."""
        return _wrap(np.argwhere(_plain(self)))

    # Reductions

    @overload
    def mean(self, *, dtype: Any = ...) -> Element: ...
    @overload
    def mean(self, dim: Dims | None = ..., keepdim: bool = ..., **named: Any) -> Any: ...
    def mean(self, dim: Dims | None = None, keepdim: bool = False, **named: Any) -> Any:
        """The mean."""
        return _reduced(np.mean, self, dim, keepdim, named)

    @overload
    def sum(self, *, dtype: Any = ...) -> Element: ...
    @overload
    def sum(self, dim: Dims | None = ..., keepdim: bool = ..., **named: Any) -> Any: ...
    def sum(self, dim: Dims | None = None, keepdim: bool = False, **named: Any) -> Any:
        """The sum."""
        return _reduced(np.sum, self, dim, keepdim, named)

    def prod(self, dim: Dims | None = None, keepdim: bool = False, **named: Any) -> Any:
        """The product."""
        return _reduced(np.prod, self, dim, keepdim, named)

    def nanmean(self, dim: Dims | None = None, keepdim: bool = False, **named: Any) -> Any:
        """The mean of the scores that are defined."""
        return _reduced(np.nanmean, self, dim, keepdim, named)

    def nansum(self, dim: Dims | None = None, keepdim: bool = False, **named: Any) -> Any:
        """The sum of the scores that are defined."""
        return _reduced(np.nansum, self, dim, keepdim, named)

    def all(self, dim: Dims | None = None, keepdim: bool = False, **named: Any) -> Any:
        """Whether all are true."""
        return _reduced(np.all, self, dim, keepdim, named)

    def any(self, dim: Dims | None = None, keepdim: bool = False, **named: Any) -> Any:
        """Whether one is true."""
        return _reduced(np.any, self, dim, keepdim, named)

    def amax(self, dim: Dims | None = None, keepdim: bool = False) -> Any:
        """The highest."""
        return _reduced(np.max, self, dim, keepdim, {})

    def amin(self, dim: Dims | None = None, keepdim: bool = False) -> Any:
        """The lowest."""
        return _reduced(np.min, self, dim, keepdim, {})

    def argmax(self, dim: Any = None, keepdim: bool = False, **named: Any) -> Any:
        """The index of the highest."""
        return _reduced(np.argmax, self, dim, keepdim, named)

    def argmin(self, dim: Any = None, keepdim: bool = False, **named: Any) -> Any:
        """The index of the lowest."""
        return _reduced(np.argmin, self, dim, keepdim, named)

    @overload
    def std(self, *, unbiased: bool = ..., correction: Any = ..., ddof: Any = ...) -> Element: ...
    @overload
    def std(self, dim: Dims | None = ..., unbiased: bool = ..., keepdim: bool = ..., **named: Any) -> Any: ...
    def std(self, dim: Dims | None = None, unbiased: bool = True, keepdim: bool = False, **named: Any) -> Any:
        """The standard deviation of a sample."""
        return _spread(np.std, self, dim, unbiased, keepdim, named)

    @overload
    def var(self, *, unbiased: bool = ..., correction: Any = ..., ddof: Any = ...) -> Element: ...
    @overload
    def var(self, dim: Dims | None = ..., unbiased: bool = ..., keepdim: bool = ..., **named: Any) -> Any: ...
    def var(self, dim: Dims | None = None, unbiased: bool = True, keepdim: bool = False, **named: Any) -> Any:
        """The variance of a sample."""
        return _spread(np.var, self, dim, unbiased, keepdim, named)

    @overload
    def quantile(self, q: builtins.float, *, interpolation: str = ...) -> Element: ...
    @overload
    def quantile(self, q: Any, dim: Any = ..., keepdim: bool = ..., *, interpolation: str = ...) -> Any: ...
    def quantile(self, q: Any, dim: Any = None, keepdim: bool = False, *, interpolation: str = "linear") -> Any:
        """The quantile, interpolated."""
        return _reduced(np.quantile, self, dim, keepdim, {"q": np.asarray(q), "method": interpolation})

    def nanquantile(self, q: Any, dim: Any = None, keepdim: bool = False, *, interpolation: str = "linear") -> Any:
        """The quantile of the scores that are defined."""
        return _reduced(np.nanquantile, self, dim, keepdim, {"q": np.asarray(q), "method": interpolation})

    # Selections

    @overload
    def max(self) -> Element: ...
    @overload
    def max(self, dim: builtins.int, keepdim: bool = ...) -> Selected: ...
    @overload
    def max(self, dim: Any = ..., keepdim: bool = ..., *, axis: Any = ...) -> Any: ...
    def max(self, dim: Any = None, keepdim: bool = False, **named: Any) -> Any:
        """The highest; with ``dim``, also their indices. With other scores, the higher of each two."""
        return _extreme(np.max, np.argmax, np.maximum, self, dim, keepdim, named)

    @overload
    def min(self) -> Element: ...
    @overload
    def min(self, dim: builtins.int, keepdim: bool = ...) -> Selected: ...
    @overload
    def min(self, dim: Any = ..., keepdim: bool = ..., *, axis: Any = ...) -> Any: ...
    def min(self, dim: Any = None, keepdim: bool = False, **named: Any) -> Any:
        """The lowest; with ``dim``, also their indices. With other scores, the lower of each two."""
        return _extreme(np.min, np.argmin, np.minimum, self, dim, keepdim, named)

    @overload
    def median(self) -> Element: ...
    @overload
    def median(self, dim: builtins.int, keepdim: bool = ...) -> Selected: ...
    def median(self, dim: Any = None, keepdim: bool = False) -> Any:
        """The score in the middle, of two the lower one; with ``dim``, also the indices. NaN if a score is."""
        if dim is None:
            return _median(np.ravel(_plain(self)), 0, False).values
        return _median(_plain(self), dim, keepdim)

    def sort(self, dim: Any = -1, descending: bool = False, stable: bool = True) -> Selected:
        """The sorted scores and their indices; equal scores keep their order."""
        order = _order(self, dim, descending)
        return Selected(_wrap(np.take_along_axis(_plain(self), order, dim)), _wrap(order))

    def argsort(self, dim: Any = -1, descending: bool = False, stable: bool = True) -> Any:
        """The indices of the sorted scores; equal scores keep their order."""
        return _wrap(_order(self, dim, descending))

    def topk(self, k: Any, dim: Any = -1, largest: bool = True, sorted: bool = True) -> Selected:
        """The ``k`` highest scores and their indices."""
        values, indices = self.sort(dim, descending=largest)
        if not 0 <= k <= values.shape[dim]:
            raise InputError(f"topk needs k from 0 to {values.shape[dim]}, the number of scores; it is {k}")
        first = np.arange(k)
        return Selected(*(_wrap(np.take(_plain(part), first, dim)) for part in (values, indices)))

    def kthvalue(self, k: Any, dim: Any = -1, keepdim: bool = False) -> Selected:
        """The ``k``-th lowest score and its index."""
        values, indices = (part.numpy() for part in self.sort(dim))
        if not 1 <= k <= values.shape[dim]:
            raise InputError(f"kthvalue needs k from 1 to {values.shape[dim]}, the number of scores; it is {k}")
        return Selected(*(_at(part, k - 1, dim, keepdim) for part in (values, indices)))

    def unique(self, sorted: bool = True, return_inverse: bool = False, return_counts: bool = False) -> Any:
        """The different scores in order, with the positions or counts that are asked for."""
        positions: dict[str, Any] = {"return_inverse": return_inverse, "return_counts": return_counts}
        found = np.unique(_plain(self), **positions)
        return tuple(map(_wrap, found)) if isinstance(found, tuple) else _wrap(found)

    def masked_select(self, mask: Any) -> Any:
        """The scores where the mask is true."""
        return _wrap(_plain(self)[_plain(mask)])

    # Of each score

    def cumsum(self, dim: Any = None, *, axis: Any = None) -> Any:
        """Sums up to each score."""
        return _wrap(np.cumsum(_plain(self), dim if axis is None else axis))

    def cumprod(self, dim: Any = None, *, axis: Any = None) -> Any:
        """Products up to each score."""
        return _wrap(np.cumprod(_plain(self), dim if axis is None else axis))

    def clamp(self, min: Any = None, max: Any = None) -> Any:
        """At least ``min`` and at most ``max``."""
        return _wrap(np.clip(_plain(self), min, max))

    def clip(self, min: Any = None, max: Any = None) -> Any:
        """At least ``min`` and at most ``max``."""
        return self.clamp(min, max)

    def round(self, decimals: Any = 0) -> Any:
        """Rounded."""
        return _wrap(np.round(_plain(self), decimals))

    def abs(self) -> Any:
        """Without sign."""
        return _wrap(np.abs(_plain(self)))

    def exp(self) -> Any:
        """The exponential."""
        return _wrap(np.exp(_plain(self)))

    def log(self) -> Any:
        """The natural logarithm."""
        return _wrap(np.log(_plain(self)))

    def sqrt(self) -> Any:
        """The square root."""
        return _wrap(np.sqrt(_plain(self)))

    def pow(self, exponent: Any) -> Any:
        """The power."""
        return _wrap(np.power(_plain(self), exponent))

    def isnan(self) -> Any:
        """Where a score is undefined."""
        return _wrap(np.isnan(_plain(self)))

    def isfinite(self) -> Any:
        """Where a score is defined."""
        return _wrap(np.isfinite(_plain(self)))

    def nan_to_num(self, nan: Any = 0.0) -> Any:
        """With this number where a score is undefined."""
        return _wrap(np.nan_to_num(_plain(self), nan=nan))

    # Other packages

    @classmethod
    def __torch_function__(cls, function: Callable[..., Any], _: Any, args: Any = (), kwargs: Any = None) -> Any:
        """Functions of PyTorch, such as ``torch.stack``, receive tensors and return them."""
        import torch

        def tensor(scores: Any) -> Any:
            # The precision of bert_score's tensors; masks and indices keep their type.
            dtype = torch.float32 if scores.dtype == float else None
            return torch.tensor(_plain(scores), dtype=dtype)

        return function(*_converted(args, tensor), **_converted(kwargs or {}, tensor))

    if not TYPE_CHECKING:  # Otherwise a checker accepts any name.

        def __getattr__(self, name: str) -> Any:
            if name.startswith("_"):
                raise AttributeError(name)
            if hasattr(np.ndarray, name):  # It is numpy's alone: those of PyTorch are above.
                return getattr(_plain(self), name)
            raise AttributeError(f"scores are not tensors and have no {name!r}; {_USE_TENSORS}, which have all of their methods")


if TYPE_CHECKING:

    class Element(float, Tensorlike):
        """One score."""

        def item(self) -> float:
            """The score as a float of Python."""

        def tolist(self) -> float:
            """The score as a float of Python."""

else:
    # The bases are in this order because numpy treats the other as an object, not as a number.
    class Element(np.float64, Tensorlike):
        """One score."""

    def _operation(name):
        compute = getattr(np.float64, name)
        return lambda *numbers: _wrap(compute(*numbers))

    # numpy's methods come first in the order of bases.
    for _name, _method in vars(Tensorlike).items():
        if not _name.startswith("_"):
            setattr(Element, _name, _method)
    for _name in "add radd sub rsub mul rmul truediv rtruediv pow rpow neg abs".split():
        setattr(Element, f"__{_name}__", _operation(f"__{_name}__"))
    del _name, _method


class Array(Tensorlike):
    """The scores of many pairs; with all layers, a row for each layer."""

    __slots__ = ("_scores",)

    def __init__(self, scores: Any) -> None:
        self._scores: np.ndarray[Any, Any] = np.asarray(scores)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray[Any, Any]:
        return np.array(self._scores, dtype) if copy else self._scores.astype(dtype or self._scores.dtype, copy=False)

    def __array_ufunc__(self, function: Any, method: str, *inputs: Any, **named: Any) -> Any:
        return _wrap(getattr(function, method)(*_converted(inputs, _plain), **_converted(named, _plain)))

    def __array_function__(self, function: Any, _: Any, args: Any, kwargs: Any) -> Any:
        """numpy's functions receive plain arrays: some would call methods that are those of tensors here."""
        return function(*_converted(args, _plain), **_converted(kwargs, _plain))

    @property
    def shape(self) -> tuple[builtins.int, ...]:
        """The number of scores; with all layers, that of layers comes first."""
        return tuple(self._scores.shape)

    @property
    def dtype(self) -> np.dtype[Any]:
        """The type of number."""
        return self._scores.dtype  # type: ignore[no-any-return]

    @property
    def ndim(self) -> builtins.int:
        """Number of dimensions."""
        return self._scores.ndim

    @property
    def T(self) -> Array:
        """Rows as columns."""
        return Array(self._scores.T)

    def item(self, *index: Any) -> builtins.float:
        """The only score, or the one with this index, as a float of Python."""
        return self._scores.item(*index)  # type: ignore[no-any-return]

    def tolist(self) -> list[Any]:
        """The scores as floats of Python; with all layers, lists of them."""
        return self._scores.tolist()  # type: ignore[no-any-return]

    def astype(self, dtype: Any) -> Array:
        """With this type of number."""
        return Array(self._scores.astype(dtype))

    def copy(self) -> Array:
        """A copy."""
        return Array(self._scores.copy())

    def reshape(self, *shape: Any) -> Array:
        """The scores in another shape."""
        return Array(self._scores.reshape(*shape))

    def __len__(self) -> builtins.int:
        return len(self._scores)

    def __iter__(self) -> Iterator[Any]:
        return map(_wrap, self._scores)

    def __getitem__(self, key: Any, /) -> Any:
        return _wrap(self._scores[_converted(key, _plain)])

    def __setitem__(self, key: Any, value: Any, /) -> None:
        self._scores[_converted(key, _plain)] = value

    def __float__(self) -> builtins.float:
        return float(self._scores.item())

    def __bool__(self) -> bool:
        return bool(self._scores)

    def __str__(self) -> str:
        return str(self._scores)

    def __repr__(self) -> str:
        return repr(self._scores)

    __hash__ = None  # type: ignore[assignment]

    def __add__(self, other: Any, /) -> Array:
        return _of(np.add, self, other)

    def __sub__(self, other: Any, /) -> Array:
        return _of(np.subtract, self, other)

    def __mul__(self, other: Any, /) -> Array:
        return _of(np.multiply, self, other)

    def __truediv__(self, other: Any, /) -> Array:
        return _of(np.true_divide, self, other)

    def __pow__(self, other: Any, /) -> Array:
        return _of(np.power, self, other)

    def __and__(self, other: Any, /) -> Array:
        return _of(np.bitwise_and, self, other)

    def __or__(self, other: Any, /) -> Array:
        return _of(np.bitwise_or, self, other)

    def __lt__(self, other: Any, /) -> Array:
        return _of(np.less, self, other)

    def __le__(self, other: Any, /) -> Array:
        return _of(np.less_equal, self, other)

    def __gt__(self, other: Any, /) -> Array:
        return _of(np.greater, self, other)

    def __ge__(self, other: Any, /) -> Array:
        return _of(np.greater_equal, self, other)

    def __radd__(self, other: Any, /) -> Array:
        return _of(np.add, other, self)

    def __rsub__(self, other: Any, /) -> Array:
        return _of(np.subtract, other, self)

    def __rmul__(self, other: Any, /) -> Array:
        return _of(np.multiply, other, self)

    def __rtruediv__(self, other: Any, /) -> Array:
        return _of(np.true_divide, other, self)

    def __rpow__(self, other: Any, /) -> Array:
        return _of(np.power, other, self)

    def __eq__(self, other: Any, /) -> Array:  # type: ignore[override]
        return _of(np.equal, self, other)

    def __ne__(self, other: Any, /) -> Array:  # type: ignore[override]
        return _of(np.not_equal, self, other)

    def __neg__(self) -> Array:
        return _of(np.negative, self)

    def __abs__(self) -> Array:
        return _of(np.absolute, self)

    def __invert__(self) -> Array:
        return _of(np.invert, self)


# polars accepts no other object that numpy can read.
Sequence.register(Array)


def _of(function: Any, *scores: Any) -> Array:
    found: Array = _wrap(function(*map(_plain, scores)))
    return found


def _plain(scores: object) -> Any:
    """A plain array of numpy."""
    return np.asarray(scores)


def _wrap(found: Any) -> Any:
    """An array or number of numpy with the methods of tensors."""
    if isinstance(found, np.ndarray):
        if found.ndim:
            return Array(found)
        found = found[()]
    return Element(found) if isinstance(found, np.float64) else found


def _converted(value: Any, convert: Callable[[Any], Any]) -> Any:
    """The value with every array of scores in it converted."""
    if isinstance(value, Tensorlike):
        return convert(value)
    if type(value) in (list, tuple):
        return type(value)(_converted(one, convert) for one in value)
    if type(value) is dict:
        return {name: _converted(one, convert) for name, one in value.items()}
    return value


def _reduced(function: Callable[..., Any], scores: Any, dim: Any, keepdim: bool, named: dict[str, Any]) -> Any:
    """What numpy's function gives along a dimension; its own names of arguments are accepted, too."""
    if isinstance(dim, list):
        dim = tuple(dim)
    arguments = {"axis": dim, "keepdims": keepdim, **named}
    if str(arguments.get("dtype")).startswith("torch."):
        del arguments["dtype"]
    return _wrap(function(_plain(scores), **arguments))


def _spread(
    function: Callable[..., Any], scores: Any, dim: Any, unbiased: bool, keepdim: bool, named: dict[str, Any]
) -> Any:
    if isinstance(dim, bool):  # PyTorch accepts std(False).
        dim, unbiased = None, dim
    correction = named.pop("correction", int(unbiased))
    return _reduced(function, scores, dim, keepdim, {"ddof": correction, **named})


def _extreme(
    function: Callable[..., Any],
    position: Callable[..., Any],
    of_two: Callable[..., Any],
    scores: Any,
    dim: Any,
    keepdim: bool,
    named: dict[str, Any],
) -> Any:
    if isinstance(dim, (Array, np.ndarray)):
        return _wrap(of_two(_plain(scores), _plain(dim)))
    found = _reduced(function, scores, dim, keepdim, named)
    if dim is None:
        return found
    return Selected(found, _reduced(position, scores, dim, keepdim, {}))


def _order(scores: Any, dim: Any, descending: bool) -> Any:
    """The indices of the sorted scores; NaN counts as the highest."""
    values = _plain(scores)
    if not descending:
        return np.argsort(values, axis=dim, kind="stable")
    # From behind, so that equal scores keep their order.
    order = np.argsort(np.flip(values, dim), axis=dim, kind="stable")
    return np.flip(values.shape[dim] - 1 - order, dim)


def _median(scores: np.ndarray[Any, Any], dim: Any, keepdim: bool) -> Selected:
    length = scores.shape[dim]
    if length == 0:
        return Selected(Element("nan"), -1)
    order = np.argsort(scores, axis=dim, kind="stable")
    middle = np.take(order, [(length - 1) // 2], dim)
    # NaN is the highest, so if there is one, it is the last.
    undefined = np.isnan(scores)
    middle = np.where(undefined.any(dim, keepdims=True), undefined.argmax(dim, keepdims=True), middle)
    values = np.take_along_axis(scores, middle, dim)
    return Selected(_at(values, 0, dim, keepdim), _at(middle, 0, dim, keepdim))


def _at(scores: Any, index: Any, dim: Any, keepdim: bool) -> Any:
    """The scores at one index of a dimension."""
    return _wrap(np.take(_plain(scores), [index] if keepdim else index, dim))
