"""Every method of scores that a tensor has, too, gives what PyTorch gives, which is compared where it is installed."""

import copy
import math
import pickle
import random

import pytest

numpy = pytest.importorskip("numpy")

import bertscope
from bertscope._tensorlike import Array

CALLS = """
mean() mean(0) mean(dim=0) mean(dim=-1,keepdim=True) sum() sum(0) sum(dim=-1) prod() prod(0) std() std(0) std(unbiased=False) std(dim=0,keepdim=True)
var() var(dim=-1) var(dim=0,unbiased=False) std(correction=0) max() max(0) max(dim=-1) max(dim=0,keepdim=True) min() min(-1) argmax() argmax(0) argmin(dim=-1)
amax(0) amin(dim=-1) median() median(0) median(dim=-1) median(dim=0,keepdim=True) quantile(.5) quantile(.1) quantile(.9,dim=0) quantile(.25,dim=-1,keepdim=True)
nanmean() nanmean(dim=0) nansum() nanquantile(.5) sort() sort(descending=True) sort(dim=0) sort(0,True) argsort(stable=True) argsort(descending=True,stable=True)
topk(2).values topk(1,dim=0).values topk(2,largest=False).values kthvalue(1) kthvalue(2,dim=0) cumsum(0) cumsum(dim=-1) cumprod(dim=0) clamp(.2,.7) clamp(min=.5) clamp(max=.5) clip(.2,.7)
round() round(decimals=2) abs() exp() log() sqrt() pow(2) isnan() isfinite() nan_to_num() float() double() int() long() cpu() detach() clone() contiguous()
view(-1) view(1,-1) view(-1,1) reshape(-1) unsqueeze(0) unsqueeze(-1) squeeze() squeeze(0) squeeze(dim=-1) flatten() flatten(0) t() repeat(2,3) flip(0) flip(dims=[0])
size() size(0) size(-1) dim() numel() nonzero() tolist() numpy() unique() unique(return_counts=True) masked_select(F>.5) split(2) all() any() all(dim=0)
__len__() __getitem__(0) __getitem__(-1) __getitem__(slice(1,None)) __getitem__([0,1]) __getitem__(F>.5)
""".split()

OPERATIONS = [
    "F + F", "F - 1", "1 - F", "2 * F", "F / 2", "1 / (F + 3)", "F ** 2", "-F", "abs(F)", "F > .5", "F <= .5", "F == F", "F != F", "~(F > .5)",
    "(F > .2) & (F < .7)", "(F > .5).sum()", "(F > .5).float().mean()", "(F - F.mean()) / (F.std() + 1e-6)", "F.mean() * 2 + F.max()", "F[0] - F[1]", "F.T",
    "F.mean().item()", "F[0].unsqueeze(0)", "F.sort(descending=True).values[:2]", "F.sort()[1]", "F.max(dim=0).indices", "F.max(F * 0 + .5)", "F.shape", "F.ndim",
    "float(F.mean())", "F[F.argsort(descending=True)] if F.ndim == 1 else F", "[one.item() for one in F.flatten()]", "list(F.flatten().tolist())",
    "F.transpose(0, 1) if F.ndim == 2 else F", "F.permute(1, 0) if F.ndim == 2 else F", "round(F.mean().item(), 3)",
]  # fmt: skip


def tables():
    """Scores with ties, one pair, all layers, and undefined ones."""
    chance = random.Random(47)
    some = [round(chance.random(), 1) for _ in range(8)]
    return {
        "pairs": some,
        "an odd number": some[:5],
        "two": [0.25, 0.75],
        "layers": [[chance.random() for _ in range(4)] for _ in range(3)],
        "undefined": [*some[:3], math.nan, *some[3:]],
    }


def plain(found):
    """The numbers of a result of either package."""
    if isinstance(found, tuple):
        return [plain(part) for part in found]
    return found.tolist() if hasattr(found, "tolist") else list(map(plain, found)) if isinstance(found, list) else found


def shape(found):
    return [shape(part) for part in found] if isinstance(found, tuple) else tuple(getattr(found, "shape", ()))


@pytest.mark.parametrize("table", tables().values(), ids=tables())
@pytest.mark.parametrize("call", [*(f"F.{call}" for call in CALLS), *OPERATIONS])
def test_a_result_is_that_of_pytorch(call, table):
    torch = pytest.importorskip("torch", reason="needs PyTorch")
    try:
        theirs = eval(call, {"F": torch.tensor(table, dtype=torch.float64)})
    except (IndexError, RuntimeError) as error:
        pytest.skip(f"PyTorch refuses it: {error}")
    if call == "F.log()" or "int()" in call or "long()" in call:
        table = [[max(x, 0.01) for x in row] if isinstance(row, list) else row for row in table]
        if "nan" in str(table):
            pytest.skip("an integer that is undefined")
        theirs = eval(call, {"F": torch.tensor(table, dtype=torch.float64)})
    with numpy.errstate(all="ignore"):
        ours = eval(call, {"F": Array(table)})
    assert shape(ours) == shape(theirs)
    for one, other in zip(ours, theirs) if isinstance(ours, tuple) else [(ours, theirs)]:
        numpy.testing.assert_allclose(numpy.ravel(plain(one)), numpy.ravel(plain(other)), atol=1e-12)


def test_functions_of_pytorch_receive_tensors():
    torch = pytest.importorskip("torch", reason="needs PyTorch")
    p, r = Array([0.25, 0.5]), Array([0.75, 1.0])
    stacked = torch.stack([p, r])
    assert isinstance(stacked, torch.Tensor) and stacked.dtype == torch.float32 and stacked.tolist() == [[0.25, 0.5], [0.75, 1.0]]
    assert torch.stack([p[0], r[0]]).tolist() == [0.25, 0.75] and torch.mean(p).item() == 0.375
    assert torch.cat((p, r)).shape == (4,) and torch.tensor(p).tolist() == [0.25, 0.5]
    assert (torch.ones(2) + p).tolist() == [1.25, 1.5]


def test_functions_of_numpy_do_what_they_always_do():
    f = Array([0.5, 0.25, 0.75, 1.0])
    assert numpy.sort(f).tolist() == [0.25, 0.5, 0.75, 1.0] and numpy.median(f) == 0.625
    assert numpy.std(f) == numpy.std(f.numpy()) and numpy.repeat(f, 2).tolist() == numpy.repeat(f.numpy(), 2).tolist()
    assert numpy.stack([f, f]).shape == (2, 4) and numpy.nonzero(f)[0].tolist() == [0, 1, 2, 3] and f.astype(int).tolist() == [0, 0, 0, 1]
    assert (numpy.ones(4) + f).mean(dim=0) == 1.625 and (numpy.float64(2) * f).cpu().tolist() == [1.0, 0.5, 1.5, 2.0]
    f[f > 0.9] = 0.0
    assert f.tolist() == [0.5, 0.25, 0.75, 0.0] and copy.deepcopy(f).tolist() == pickle.loads(pickle.dumps(f)).tolist() == f.tolist()


def test_pandas_and_polars_receive_plain_arrays():
    pandas = pytest.importorskip("pandas")
    f = Array([0.5, 0.25, 0.75])
    frame = pandas.DataFrame({"f": f}).assign(g=f)
    frame["h"] = f
    assert frame.sort_values("h").h.tolist() == [0.25, 0.5, 0.75] and pandas.Series(f).median() == 0.5
    polars = pytest.importorskip("polars")
    assert polars.DataFrame({"f": f}).with_columns(g=polars.Series(f))["g"].sort().to_list() == [0.25, 0.5, 0.75]


def test_what_is_missing_names_the_tensors_that_have_it():
    f = Array([0.5, 0.25])
    for name in ("backward", "half", "requires_grad_"):
        with pytest.raises(AttributeError, match=f"have no '{name}'; return_tensors=\"pt\" returns tensors of PyTorch"):
            getattr(f, name)
    for call in (f.cuda, lambda: f.to("cuda:0"), lambda: f[0].to("mps")):
        with pytest.raises(bertscope.InputError, match="cannot move to .*return_tensors"):
            call()
    with pytest.raises(bertscope.InputError, match="topk needs k from 0 to 2, the number of scores; it is 3"):
        f.topk(3)
