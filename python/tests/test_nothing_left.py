"""Nothing of the caller's texts stays in the temporary folder, however a call or Python ends."""

import os
import subprocess
import sys

import pytest

posix = pytest.mark.skipif(os.name != "posix", reason="signals and forks of POSIX")

CALLS = {
    "a call that counts over its references": "score(idf=True)",
    "a list of texts": "score(idf=['a b', 'c'])",
    "weights": "score(idf={i: 1.0 for i in range(5000)})",
    "an explanation": "bertscope.explain('a', 'b', model_type=MODEL, idf=['a b'])",
    "an exception": "score(idf=['a b'], num_layers=99)",
}
ENDS = {
    "the end": "",
    "close": "bertscope.close()",
    "an exit without handlers": "os._exit(0)",
    "death": "os.kill(os.getpid(), signal.SIGKILL)",
    "an interrupted wait": (
        "score(idf=['a b', 'c'])\n"
        "for process in bertscope._pool._processes.values(): os.kill(process._popen.pid, signal.SIGSTOP)\n"
        "threading.Timer(0.3, signal.pthread_kill, (threading.main_thread().ident, signal.SIGINT)).start()\n"
        "with contextlib.suppress(KeyboardInterrupt): score(idf=['a b', 'c'])"
    ),
    "a pool of forks": (
        "bertscope.close()\n"
        "with multiprocessing.get_context('fork').Pool(2) as pool: pool.map(in_child, range(4))"
    ),
}
PROGRAM = """
import contextlib, multiprocessing, os, signal, sys, threading, warnings
import bertscope
warnings.simplefilter("ignore")
MODEL = {model!r}
def score(**settings): return bertscope.score(["a b"], ["a c"], MODEL, **settings)
def in_child(_): return float(score(idf=["a b", "c"])[2][0]) + float(score(idf=True)[2][0])
with contextlib.suppress(bertscope.BertscopeError):
    {call}
{end}
"""


@posix
@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
@pytest.mark.parametrize("end", ENDS.values(), ids=ENDS)
def test_the_temporary_folder_is_empty_afterwards(small_model, tmp_path, call, end):
    program = PROGRAM.format(model=str(small_model), call=call, end=end)
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=60, env={**os.environ, "TMPDIR": str(tmp_path)}
    )
    assert "Traceback" not in done.stderr, done.stderr
    assert list(tmp_path.iterdir()) == []


@posix
def test_the_folder_is_empty_while_a_program_is_kept(small_model, tmp_path):
    program = PROGRAM.format(model=str(small_model), call="score(idf=['a b', 'c'])", end="print(os.listdir(os.environ['TMPDIR']))")
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=60, env={**os.environ, "TMPDIR": str(tmp_path)}
    )
    assert (done.stdout, done.stderr) == ("[]\n", "")


@posix
@pytest.mark.parametrize("settings", ["", "idf=True", "idf=['a b']"])
@pytest.mark.parametrize("free", [0, 1, 3, 5, 8, 12])
def test_too_many_open_files_are_an_error_that_says_what_to_do(small_model, free, settings):
    program = f"""
import resource, os, bertscope
resource.setrlimit(resource.RLIMIT_NOFILE, (64, 64))
held = []
try:
    while True: held.append(os.open(os.devnull, os.O_RDONLY))
except OSError:
    for one in held[:{free}]: os.close(one)
try:
    bertscope.score(["a"], ["b"], {str(small_model)!r}, {settings})
except bertscope.BertscopeError as error:
    print(error)
for one in held[{free}:]: os.close(one)
bertscope.score(["a"], ["b"], {str(small_model)!r}, {settings})
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    said = "too many open files to start the program bertscope; close files that are not needed, or raise the limit"
    assert said in done.stdout if free < 6 else done.stdout == "" or said in done.stdout
