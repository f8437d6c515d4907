"""The program behind the module: started when it is needed, kept, and replaced when it is gone."""

import os
import signal
import subprocess
import sys
import threading
import time

import pytest

import bertscope
from bertscope import _pool, _program

posix = pytest.mark.skipif(os.name != "posix", reason="signals and forks of POSIX")


def running():
    """The process ids of the kept programs."""
    return [process._popen.pid for process in _pool._processes.values()]


def score_one(model, text="a"):
    return bertscope.score([text], ["a b"], model)[2][0]


def run(program, **environment):
    return subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, env={**os.environ, **environment}, timeout=60
    )


def test_calls_with_the_same_settings_use_the_same_program(fresh, small_model, tmp_path):
    score_one(small_model)
    first = running()
    score_one(small_model)
    assert running() == first
    bertscope.score(["a"], ["b"], small_model, num_layers=1)
    assert len(running()) == 2
    for layer in range(4):
        bertscope.explain("a", "b", model_type=small_model, num_layers=layer % 3, lang="en" if layer > 2 else None)
    assert len(running()) == _pool._MOST


def test_a_table_that_changed_is_read_again(fresh, small_model, tmp_path):
    table = tmp_path / "baseline.csv"

    def rescaled(baseline):
        table.write_text("LAYER,P,R,F\n" + "".join(f"{layer},{baseline},{baseline},{baseline}\n" for layer in range(13)))
        os.utime(table, (baseline, baseline))
        return bertscope.score(["a"], ["b"], small_model, rescale_with_baseline=True, baseline_path=table)[2][0]

    assert rescaled(0.25) != rescaled(0.5)


@posix
def test_a_program_that_was_killed_between_calls_is_started_again(fresh, small_model):
    expected = score_one(small_model)
    os.kill(running()[0], signal.SIGKILL)
    while any(process._reason is None for process in _pool._processes.values()):
        time.sleep(0.01)
    assert score_one(small_model) == expected


@posix
def test_a_program_that_is_killed_during_a_call_is_an_exception(fresh, small_model):
    score_one(small_model)
    os.kill(running()[0], signal.SIGSTOP)
    threading.Timer(0.3, os.kill, (running()[0], signal.SIGKILL)).start()
    with pytest.raises(bertscope.BertscopeError, match="was killed .SIGKILL. before it finished"):
        score_one(small_model)
    assert score_one(small_model)


@posix
@pytest.mark.parametrize("pairs", [1, 5000])
def test_an_interrupted_call_leaves_nothing_behind(fresh, small_model, pairs):
    expected = score_one(small_model)
    pid = running()[0]
    os.kill(pid, signal.SIGSTOP)
    threading.Timer(0.3, signal.pthread_kill, (threading.main_thread().ident, signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        bertscope.score(["a b c"] * pairs, ["a"] * pairs, small_model)
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
    assert score_one(small_model) == expected


@posix
@pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")
def test_parent_and_child_of_a_fork_both_go_on(fresh, small_model):
    expected = score_one(small_model)
    pid = running()[0]
    child = os.fork()
    if child == 0:
        ok = not running() and score_one(small_model) == expected and running() != [pid]
        bertscope.close()
        os._exit(0 if ok else 1)
    assert os.waitpid(child, 0)[1] == 0
    assert score_one(small_model) == expected and running() == [pid]


def test_threads_get_their_own_answers(fresh, small_model):
    texts = [f"word {i}" for i in range(24)]
    expected = [score_one(small_model, text) for text in texts]
    found = {}

    def work(part):
        for i in part:
            found[i] = score_one(small_model, texts[i])

    threads = [threading.Thread(target=work, args=(range(start, 24, 6),)) for start in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [found[i] for i in range(24)] == expected


def test_no_program_stays_after_python(small_model):
    program = (
        f"import bertscope; from bertscope import _pool; bertscope.score(['a'], ['a'], {str(small_model)!r})\n"
        "print(next(iter(_pool._processes.values()))._popen.pid)"
    )
    done = run(program)
    assert done.returncode == 0 and done.stderr == ""
    with pytest.raises(ProcessLookupError):
        os.kill(int(done.stdout), 0)


def test_without_a_program_the_exception_says_how_to_get_one(monkeypatch, fresh):
    monkeypatch.delenv("BERTSCOPE_PROGRAM", raising=False)
    monkeypatch.setattr(_program, "_candidates", lambda: iter(()))
    with pytest.raises(bertscope.BertscopeError, match="not installed with this module; run `pip install"):
        bertscope.score(["a"], ["a"])
    monkeypatch.setenv("BERTSCOPE_PROGRAM", "no/such/program")
    with pytest.raises(bertscope.BertscopeError, match="BERTSCOPE_PROGRAM is no/such/program, which is not a file"):
        bertscope.score(["a"], ["a"])


@posix
def test_a_program_of_another_platform_is_said_to_be_one(monkeypatch, fresh, tmp_path):
    other = tmp_path / "bertscope"
    other.write_bytes(b"\x7fELF of another machine")
    other.chmod(0o755)
    monkeypatch.setenv("BERTSCOPE_PROGRAM", str(other))
    with pytest.raises(bertscope.BertscopeError, match="does not start on this machine .*Exec format error"):
        bertscope.score(["a"], ["a"])
    done = subprocess.run([sys.executable, "-m", "bertscope"], capture_output=True, text=True)
    assert done.returncode == 1 and "does not start on this machine" in done.stderr and "Traceback" not in done.stderr


def test_python_m_runs_the_program():
    done = subprocess.run([sys.executable, "-m", "bertscope", "--version"], capture_output=True, text=True, check=True)
    assert done.stdout == f"bertscope {bertscope.__version__}\n"
    wrong = subprocess.run([sys.executable, "-m", "bertscope", "score"], capture_output=True, text=True)
    assert wrong.returncode == 2 and wrong.stderr.startswith("bertscope: nothing to score")


def test_the_namespace_has_what_it_says_and_nothing_else():
    modules = {"integrations", "scorer", "utils"}
    public = {name for name in vars(bertscope) if not name.startswith("_")} - modules
    assert sorted(public) == sorted(bertscope.__all__)


def test_a_clone_has_the_version_of_its_program(tmp_path):
    import shutil
    from pathlib import Path

    module = Path(bertscope.__file__).parent
    shutil.copytree(module, tmp_path / "clone" / "python" / "bertscope")
    (tmp_path / "clone" / "Cargo.toml").write_text('[workspace.package]\nversion = "7.8.9"\n\n[package]\nname = "bertscope"\n')
    shutil.copytree(module, tmp_path / "copy" / "bertscope")
    for folder, version in [("clone/python", "7.8.9"), ("copy", None)]:
        done = run(f"import sys; sys.path.insert(0, {str(tmp_path / folder)!r}); import bertscope; print(bertscope.__version__)")
        assert done.returncode == 0 and done.stdout.strip() in (version, bertscope.__version__, "0+unknown"), done.stderr
        assert version is None or done.stdout == f"{version}\n"


@posix
def test_a_long_wait_says_what_it_waits_for(fresh, small_model, monkeypatch):
    from bertscope import _process

    score_one(small_model)
    (process,) = _pool._processes.values()
    os.kill(process._popen.pid, signal.SIGSTOP)
    monkeypatch.setattr(_process, "_PATIENCE", 1)
    with pytest.raises(bertscope.BertscopeError, match="no sign of life for 1 seconds of waiting for the score of pair 0 of 2"):
        bertscope.score(["a", "b"], ["a", "b"], small_model)
    explanation = bertscope.explain("a", "b", model_type=small_model)
    (process,) = _pool._processes.values()
    os.kill(process._popen.pid, signal.SIGSTOP)

    def alive():
        for _ in range(15):
            for waiting in tuple(process._calls):
                waiting.put(_process._ALIVE)
            time.sleep(0.1)
        os.kill(process._popen.pid, signal.SIGCONT)

    threading.Thread(target=alive).start()
    with pytest.warns(bertscope.BertscopeWarning, match="still waiting for the explanation compare after 1 seconds; the program"):
        explanation.compare(against=["c"])


def test_the_import_is_light():
    heavy = "numpy pandas bertscope.utils bertscope.integrations importlib.metadata asyncio html tempfile hashlib".split()
    done = run(f"import sys, bertscope; print([name for name in {heavy} if name in sys.modules])")
    assert done.stdout == "[]\n"
