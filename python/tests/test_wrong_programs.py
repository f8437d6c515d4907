"""Programs that lie, hang or die, and odd surroundings: every call ends, with right numbers or with a BertscopeError.

Needs only Python and the program: `.ci/run` runs it as `python3 -m unittest`, everywhere else it is a test like the others.
"""

import contextlib
import os
import signal
import stat
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from pathlib import Path
from unittest import mock

import bertscope
from bertscope import _pool, _process

SMALL = str(Path(__file__).resolve().parents[2] / "tests" / "fixtures" / "bert")

CHILD = """#!{python}
import json, os, signal, sys, time

def write(line):
    os.write(1, line)

with open({pids!r}, "a") as file:
    print(os.getpid(), file=file)
lie = open({lie!r}).read()
if lie.startswith("at once: "):
    exec(lie[len("at once: "):])
write(b"\\n")
for line in sys.stdin.buffer:
    pair = json.loads(line)
    score = float(pair["candidate"])
    honest = dict(id=pair["id"], precision=score, recall=score, f1=score, signature="s")
    answer = json.dumps(honest).encode() + b"\\n"
    exec(lie) if lie and not lie.startswith("at once") else write(answer)
"""
"""A program whose scores are the candidates, which are numbers. Its lie is code that is run for every pair, or at once."""

WRONG = "gave a wrong result"
SAME_WHEEL = "and this module from the same wheel, or unset BERTSCOPE_PROGRAM"

LIES = {
    "a line too many": ("write(answer * 2)", WRONG),
    "another number": ("honest['id'] += 1; write(json.dumps(honest).encode() + b'\\n')", WRONG),
    "no number": ("del honest['id']; write(json.dumps(honest).encode() + b'\\n')", WRONG),
    "true is not 1": ("honest['id'] = True; write(json.dumps(honest).encode() + b'\\n')", WRONG),
    "not JSON": ("write(b'bertscope\\n')", "gave a wrong result, 'bertscope', and was ended; install "),
    "not an object": ("write(b'[1]\\n')", WRONG),
    "binary": (r"write(b'\xff\xfe\x00\x9f\n')", WRONG),
    "deep nesting": ("write(b'[' * 100_000 + b'\\n')", WRONG),
    "a number of 5000 digits": ("write(answer.replace(b'1.0', b'1' * 5000))", WRONG),
    "NaN": ("write(answer.replace(b'1.0', b'NaN'))", WRONG),
    "infinity": ("write(answer.replace(b'1.0', b'1e999'))", WRONG),
    "a text in place of a number": ("honest['f1'] = '1'; write(json.dumps(honest).encode() + b'\\n')", WRONG),
    "no score": ("del honest['f1']; write(json.dumps(honest).encode() + b'\\n')", WRONG),
    "no signature": ("honest['signature'] = None; write(json.dumps(honest).encode() + b'\\n')", WRONG),
    "an error that is no text": ("write(b'{\"id\":1,\"error\":{}}\\n')", WRONG),
    "an endless line": ("while True: write(b'x' * 65536)", "cannot be read or are too long"),
    "death half-way": ("write(answer[:20]); sys.exit(3)", "ended with exit code 3 before it finished"),
    "a violent death": ("os.kill(os.getpid(), signal.SIGKILL)", "was killed (SIGKILL) before it finished"),
    "an answer before the question": ("at once: write(b'{\"id\":1}\\n' * 3); time.sleep(600)", "and was ended; install "),
    "no answer": ("time.sleep(600)", "gave no sign of life for 2 seconds"),
    "no answer, and it ignores signals": ("signal.signal(15, signal.SIG_IGN); time.sleep(600)", "no sign of life"),
    "it never reads": ("at once: time.sleep(600)", "no sign of life"),
    "it never reads, and closes its input": ("at once: os.close(0); time.sleep(600)", "the program bertscope "),
    "it closes its output": ("os.close(1); time.sleep(600)", "was killed"),
    "other options": ("at once: sys.exit(\"error: unexpected argument '--serve' found\\n\\nUsage\")", SAME_WHEEL),
}


@unittest.skipIf(os.name != "posix", "scripts, signals and forks of POSIX")
class WrongPrograms(unittest.TestCase):
    def setUp(self):
        bertscope.close()
        self.addCleanup(bertscope.close)
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        (self.folder / "pids").touch()
        files = {name: str(self.folder / name) for name in ("pids", "lie")}
        self.child = self.script("child", CHILD.format(python=sys.executable, **files))
        self.tell("")
        for patch in (
            mock.patch.dict(os.environ, BERTSCOPE_PROGRAM=self.child),
            mock.patch.object(_process, "_PATIENCE", 2),
            mock.patch.object(_process, "_MAX_LINE_BYTES", 1 << 20),
        ):
            patch.start()
            self.addCleanup(patch.stop)

    def script(self, name, text):
        path = self.folder / name
        path.write_text(text)
        path.chmod(path.stat().st_mode | stat.S_IXUSR)
        return str(path)

    def tell(self, lie):
        (self.folder / "lie").write_text(lie)

    def running(self):
        """The process ids of programs that have been started and not been ended."""
        found = []
        for pid in map(int, (self.folder / "pids").read_text().split()):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, 0)
                if not Path(f"/proc/{pid}/stat").exists() or ") Z " not in Path(f"/proc/{pid}/stat").read_text():
                    found.append(pid)
        return found

    def assert_ended(self):
        deadline = time.monotonic() + 2
        while self.running() and time.monotonic() < deadline:
            time.sleep(0.01)
        self.assertEqual(self.running(), [])

    @contextlib.contextmanager
    def within(self, seconds):
        start = time.monotonic()
        yield
        self.assertLess(time.monotonic() - start, seconds)

    def score(self, count=1, start=1, **settings):
        """Scores numbers; the result is that of an honest program."""
        numbers = [float(number) for number in range(start, start + count)]
        precision, recall, f1 = bertscope.score([str(number) for number in numbers], ["a"] * count, **settings)
        self.assertEqual([list(column) for column in (precision, recall, f1)], [numbers] * 3)

    def interrupted(self, seconds, count=1):
        """A call that is interrupted with Ctrl-C."""
        # A shell that starts this in the background has the signal ignored.
        before = signal.signal(signal.SIGINT, signal.default_int_handler)
        self.addCleanup(signal.signal, signal.SIGINT, before)
        main = threading.main_thread().ident
        threading.Timer(seconds, signal.pthread_kill, (main, signal.SIGINT)).start()
        with self.assertRaises(KeyboardInterrupt):
            self.score(count)

    def test_every_lie_is_an_error_that_ends_the_program_and_the_next_call_works(self):
        for name, (lie, sentence) in LIES.items():
            for count in (2, 5000) if "reads" in name else (2,):
                with self.subTest(name, count=count), self.within(8):
                    self.tell(lie)
                    with self.assertRaises(bertscope.BertscopeError) as caught:
                        self.score(count)
                    self.assertIn(sentence, str(caught.exception))
                    self.assert_ended()
                    self.assertFalse(_pool._processes)
                    self.tell("")
                    self.score(3)
                    bertscope.close()

    def test_a_line_too_many_is_never_the_result_of_a_later_call(self):
        self.tell("write(answer * 2)")
        for number in range(1, 6):
            with contextlib.suppress(bertscope.BertscopeError):
                self.score(start=number)

    def test_wrong_explanations_are_errors_too(self):
        document = '{"candidate":{"text":"1","tokens":[]},"reference":{"text":"a","tokens":[{}]}}'
        for drawn in ("no JSON", "[]", "{}", document, "[" * 100_000):
            with self.subTest(drawn[:20]):
                self.tell(f"honest['drawn'] = dict(json={drawn!r}); write(json.dumps(honest).encode() + b'\\n')")
                with self.assertRaisesRegex(bertscope.BertscopeError, WRONG):
                    bertscope.explain("a", "1")
                self.assert_ended()

    def test_of_a_wrapper_that_does_not_exec_nothing_is_left(self):
        os.environ["BERTSCOPE_PROGRAM"] = self.script("wrapper", f'#!/bin/sh\n"{self.child}" "$@"\nexit $?\n')
        self.score(3)
        bertscope.close()
        self.assert_ended()
        for count in (1, 20_000):
            self.tell("time.sleep(600)")
            with self.subTest(count=count), self.within(4):
                self.interrupted(0.5, count)
                self.assert_ended()
        self.tell("")
        self.score(3)

    def test_a_program_that_has_left_its_process_group_is_not_waited_for(self):
        self.tell("at once: os.setsid(); time.sleep(600)")
        os.environ["BERTSCOPE_PROGRAM"] = self.script("wrapper", f'#!/bin/sh\n"{self.child}" "$@"\nexit $?\n')
        with self.within(5):
            self.interrupted(0.5, 20_000)
        for pid in self.running():
            os.kill(pid, signal.SIGKILL)

    def test_a_signal_handler_may_call_during_a_call(self):
        self.tell("time.sleep(0.2); write(answer)")
        self.score()

        def handle(*_):
            self.score(2, start=70)
            self.score(1, start=80, num_layers=3)
            bertscope.BERTScorer(num_layers=4)
            self.handled = True

        before = signal.signal(signal.SIGALRM, handle)
        self.addCleanup(signal.signal, signal.SIGALRM, before)
        for moment in (0.001, 0.1, 0.3):
            self.handled = False
            signal.setitimer(signal.ITIMER_REAL, moment)
            with self.subTest(moment), self.within(4):
                self.score(3, num_layers=int(moment * 1000))
                self.assertTrue(self.handled)

    def test_a_short_call_has_its_turn_during_a_long_one_which_survives_an_interruption(self):
        self.tell("time.sleep(0.005); write(answer)")
        for number in range(10):
            self.score(start=number)
        results = []
        long = threading.Thread(target=lambda: (self.score(1000), results.append("done")))
        long.start()
        time.sleep(0.3)
        for number in range(3):
            with self.within(1.9):
                self.score(start=number)
        self.assertEqual(results, [])
        self.tell("write(answer)")
        self.interrupted(0.01, 5000)
        long.join(10)
        self.assertEqual(results, ["done"], "in another program")

    def test_a_fork_during_a_call_of_another_thread_leaves_both_their_programs(self):
        self.tell("time.sleep(0.01); write(answer)")
        thread = threading.Thread(target=self.score, args=(100,))
        thread.start()
        deadline = time.monotonic() + 10
        while not self.running() and time.monotonic() < deadline:
            time.sleep(0.01)
        time.sleep(0.2)
        (parents,) = self.running()
        child = os.fork()
        if child == 0:
            code = 1
            with contextlib.suppress(BaseException):
                self.score(2)
                code = 0 if parents in self.running() else 2
                bertscope.close()
            os._exit(code)
        self.assertEqual(os.waitpid(child, 0)[1], 0)
        thread.join()
        self.score(3)
        self.assertEqual(self.running(), [parents])

    def test_a_large_call_is_not_held_up_by_full_pipes(self):
        self.tell("write(answer)")
        with self.within(20):
            self.score(20_000)

    def test_idf_over_the_references_of_a_call_is_as_safe(self):
        for name in ("a line too many", "death half-way", "no answer", "it never reads"):
            with self.subTest(name), self.within(8):
                self.tell(LIES[name][0])
                with self.assertRaises(bertscope.BertscopeError):
                    self.score(3, idf=True)
                self.assert_ended()


class OddSurroundings(unittest.TestCase):
    def setUp(self):
        bertscope.close()
        self.addCleanup(bertscope.close)
        patch = mock.patch.dict(os.environ, HF_HUB_OFFLINE="0", HF_ENDPOINT="http://127.0.0.1:9", HF_HOME="/no-such-home")
        patch.start()
        self.addCleanup(patch.stop)

    def run_python(self, prefix="", **environment):
        program = f"import bertscope; assert abs(bertscope.score(['a'], ['a'], {SMALL!r})[2][0] - 1) < 1e-5"
        command = [sys.executable, "-c", program]
        shell = ["/bin/sh", "-c", f'"$@" {prefix}', "sh", *command] if prefix else command
        done = subprocess.run(shell, capture_output=True, text=True, env={**os.environ, **environment}, timeout=60)
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_path_may_lack_everything(self):
        self.run_python(PATH="")
        self.run_python(PATH="/no/such/folder", HOME="/no/such/home", LANG="C")

    @unittest.skipIf(os.name != "posix", "a shell of POSIX")
    def test_standard_streams_may_be_closed(self):
        for closed in ("<&-", "<&- >&-", "<&- >&- 2>&-"):
            with self.subTest(closed):
                self.run_python(closed)

    def test_a_temporary_folder_that_cannot_be_written_is_an_error_that_says_what_to_do(self):
        with mock.patch.object(tempfile, "tempdir", "/no/such/folder"):
            with self.assertRaisesRegex(bertscope.BertscopeError, "cannot write the texts for idf .* set TMPDIR"):
                bertscope.score(["a"], ["a"], SMALL, idf=["a", "b"])

    def test_a_scorer_is_checked_when_it_is_made_without_a_model_or_the_network(self):
        for settings, sentence in (
            ({"model_type": "no-such-name"}, '"no-such-name" is not a model name: no known model has this short name'),
            ({"model_type": "./no/such/folder"}, "there is no model folder"),
            ({"model_type": "a/b/c"}, "not a model name"),
            ({"device": "abacus"}, "invalid value 'abacus' for device"),
            ({"device": "cuda"}, "the device cuda is not available"),
            ({"num_layers": -1}, "num_layers is -1"),
            ({"model_type": "no-such-name", "idf": True}, "not a model name"),
            ({"use_fast_tokenizer": True, "program": "torchmetrics"}, "leave one of them out"),
            ({"program": "no-such-program"}, "program"),
        ):
            with self.subTest(settings):
                with self.assertRaises(bertscope.BertscopeError) as caught:
                    bertscope.BERTScorer(**settings)
                self.assertIn(sentence, str(caught.exception))
        for settings in ({"lang": "en"}, {"model_type": "roberta-large"}, {"model_type": "nobody/nothing", "idf": True}):
            scorer = bertscope.BERTScorer(**settings)
        scorer = bertscope.BERTScorer(lang="en")
        with self.assertRaisesRegex(bertscope.BertscopeError, "cannot reach http://127.0.0.1:9"):
            scorer.score(["a"], ["a"])
        self.assertAlmostEqual(bertscope.BERTScorer(SMALL).score(["a"], ["a"])[2][0], 1, 5)

    @unittest.skipIf(os.name != "posix", "signals of POSIX")
    def test_a_program_that_is_stopped_is_ended_and_a_slow_one_is_not(self):
        with mock.patch.object(_process, "_PATIENCE", 7):
            bertscope.score(["a"], ["a"], SMALL)
            (process,) = _pool._processes.values()
            process._calls.add(waits := _process.SimpleQueue())
            self.assertEqual(process._next(waits, "it"), _process._ALIVE, "a sign every five seconds")
            process._calls.discard(waits)
        with mock.patch.object(_process, "_PATIENCE", 1):
            os.kill(process._popen.pid, signal.SIGSTOP)
            with self.assertRaisesRegex(bertscope.BertscopeError, "no sign of life"):
                bertscope.score(["a"], ["a"], SMALL)
        self.assertAlmostEqual(bertscope.score(["a"], ["a"], SMALL)[2][0], 1, 5)
