// The story of the page, on a phone and on a desk, in Chromium and Firefox: the first screen, the arrows, Play, words that are
// moved and replaced, the history, a reload, a lesson by link.
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { CHROMIUM, FIREFOX, lacks, launch, steps } from "./drive.mjs";
import { serve } from "./server.mjs";

const folder = process.env.FOLDER ?? fileURLToPath(new URL("../dist", import.meta.url));
const PAIR = "#reference=The+ferry+leaves+at+noon.&candidate=The+boat+departs+at+midday.";
const SIZES = [{ width: 390, height: 844 }, { width: 1440, height: 900 }];
const LESSON = `title = "Prices"
[[step]]
reference = "It costs 15 euros."
candidate = "It costs 50 euros."
question = "How similar?"
note = "Open “Settings” and look."
[[step]]
reference = "It costs 15 euros."
candidate = "It costs fifteen euros."
`;

for (const program of [CHROMIUM, FIREFOX]) {
  const { name } = program;
  describe(`the story in ${name}`, { skip: lacks(program), timeout: 900_000 }, () => {
    let server, browser, page;
    before(async () => {
      server = await serve(folder);
      ({ browser, page } = await launch(program));
    });
    after(async () => {
      await browser?.close();
      await server?.close();
    });

    const { until, ready, value, text, count, is, click, resize, ...shared } = steps(() => ({ page, address: server.address }));
    const visit = (fragment = PAIR) => shared.visit(fragment);
    // Later, because the answer of a script is lost if its page leaves first.
    const go = (entries) => page.evaluate((entries) => { setTimeout(() => history.go(entries)); }, entries);
    // Makes the next visit the first one, from a file of the site that keeps nothing itself.
    async function forget() {
      await page.goto(`${server.address}icon.svg`);
      await page.evaluate(() => localStorage.clear());
    }

    // The numbers that touch another one.
    const touching = (selector) => page.evaluate((selector) => {
      const boxes = [...document.querySelectorAll(selector)].map((number) => ({ name: number.textContent, box: number.getBoundingClientRect() }));
      return boxes.flatMap(({ name, box }, i) => boxes.slice(i + 1).flatMap((other) => {
        // A box has room above and below its digits.
        const beside = Math.max(other.box.left - box.right, box.left - other.box.right), below = Math.abs(other.box.top - box.top) - 0.8 * box.height;
        return Math.max(beside, below) > 0 ? [] : [`${name} ${other.name}`];
      }));
    }, selector);

    for (const size of SIZES) describe(`${size.width} × ${size.height}`, () => {
      before(async () => {
        await resize(size);
      });

      it("asks a first visitor which sentence says the same, and shows which one BERTScore prefers, without scrolling", async () => {
        await forget();
        await visit("");
        assert.match(await text("#opening-question"), /^Which of these says the same as The ferry leaves at noon\.\?$/);
        const tops = () => page.evaluate(() => [...document.querySelectorAll("#opening > :not([hidden])")].map((part) => Math.round(scrollY + part.getBoundingClientRect().top)));
        const before = await tops();
        await click(".option:last-child");
        await until(() => document.documentElement.classList.contains("answered-opening"));
        assert.deepEqual(await tops(), before, "nothing moves");
        const seen = await page.evaluate(() => ({
          scores: [...document.querySelectorAll("#opening .track strong")].map((number) => Number(number.textContent)),
          verdict: document.getElementById("opening-verdict").textContent,
          spoken: document.querySelector("#opening .scale").ariaLabel,
          numbers: [...document.querySelectorAll(".option:last-child .similarity")].map((number) => Number(number.textContent)),
          bottom: scrollY + document.querySelector(".onward").getBoundingClientRect().bottom,
          end: scrollY + document.getElementById("opening").getBoundingClientRect().bottom,
          badges: [...document.querySelectorAll("#opening .badge")].map((badge) => badge.textContent),
        }));
        const [a, b] = seen.scores;
        assert.ok(Math.abs(a - 0.716) < 0.002 && Math.abs(b - 0.843) < 0.002, `${a} ${b}`);
        assert.equal(seen.verdict, "You chose B; A says the same. BERTScore prefers the wrong one.");
        assert.equal(seen.spoken, "A is nearest to the median F1 of pairs that people rated 3–4 of 5. B is nearest to the median F1 of pairs that people rated 4–5 of 5.");
        assert.equal(seen.numbers.length, 6, "an arrow with its number for each word");
        assert.ok(seen.bottom <= size.height, `it ends at ${seen.bottom}`);
        assert.ok(seen.bottom > size.height - 64 && seen.end >= size.height, `it fills the window, without a sliver of what follows: ${seen.bottom} ${seen.end}`);
        assert.deepEqual(seen.badges, ["", "Your choice and BERTScore’s choice"], "in words, not in colours alone");
        assert.deepEqual(await touching("#opening .similarity"), []);
        const [mark, tick] = await page.evaluate(() => [
          Math.max(...[...document.querySelectorAll("#opening .mark")].map((mark) => mark.getBoundingClientRect().bottom)),
          Math.min(...[...document.querySelectorAll("#opening .tick")].map((tick) => tick.getBoundingClientRect().top)),
        ]);
        assert.ok(mark < tick, `marks are above the line and ticks below: ${mark} ${tick}`);
        await ready();
        assert.equal(await value("candidate"), "The ferry leaves at midnight.", "the figure below shows the chosen one");
        assert.ok(Math.abs(Number(await value("f1")) - 0.84291) < 2e-5, "the number of bertscope score");
        await click("#opening-why");
        const why = await text("#opening-reasons");
        assert.match(why, /Precision is the mean over the candidate’s tokens, recall over the reference’s, and F1, the score, combines both\./);
        assert.match(why, /tokens are words, pieces of words and the full stop[^]*even the same word, such as “The”, is not quite the same/);
        assert.match(why, /A 3 of its 5 words are not in the reference\. “departs” costs the most: the model splits it into 2 pieces\. They count for 29% of precision/);
        assert.match(why, /B 1 of its 5 words is not in the reference\. “midnight” costs the most: it counts for 17% of precision/);
        assert.match(why, /So 3 words that keep the meaning cost more than 1 word that changes it\.$/);
        await click("#opening-change");
        await until(() => document.getElementById("word-name").textContent === "midnight" && !document.getElementById("word").hidden);
        assert.equal(await page.evaluate(() => document.activeElement.dataset.word), "c5", "the keyboard continues there");
      });

      it("goes straight to the pair of a link and of a returning visitor, and keeps the first screen over a reload", async () => {
        const opens = () => page.evaluate(() => document.getElementById("opening").checkVisibility());
        await visit();
        assert.equal(await opens(), false, "a link");
        await forget();
        await visit("");
        await until(() => location.hash.startsWith("#size="));
        await page.evaluate(() => { window.isOld = true; location.reload(); });
        await until(() => !window.isOld && document.documentElement.dataset.state === "ready");
        assert.equal(await opens(), true, "a reload before anything is done");
        await click(".option:last-child");
        await until(() => history.state?.opening?.chosen === 1);
        await page.evaluate(() => { window.isOld = true; location.reload(); });
        await until(() => !window.isOld && document.documentElement.classList.contains("answered-opening"));
        await is("candidate", "The ferry leaves at midnight.");
        await click("#opening-type");
        assert.equal(await page.evaluate(() => document.activeElement.id), "candidate");
        await page.keyboard.type("A ship sails.");
        await ready();
        assert.equal(await opens(), true, "it stays while the visit lasts, so that nothing moves");
        await until(() => localStorage.getItem("pair")?.includes("A+ship+sails"));
        await visit("");
        assert.equal(await opens(), false, "a returning visitor");
        await is("candidate", "A ship sails.");
        await click("h1 a");
        await until(() => document.getElementById("opening").checkVisibility());
        await is("candidate", "The boat departs at midday.");
      });

      it("draws both sentences with their arrows and numbers, above the fold", async () => {
        await visit();
        const seen = await page.evaluate(() => {
          const { bottom } = document.getElementById("matches").getBoundingClientRect(), { top } = document.getElementById("f1").getBoundingClientRect();
          return { bottom, top, wide: document.documentElement.scrollWidth - innerWidth, down: document.getElementById("lines").classList.contains("down") };
        });
        assert.ok(seen.bottom < size.height && seen.top < size.height && seen.wide <= 0, JSON.stringify(seen));
        assert.equal(seen.down, size.width < 700, "a phone has the words in two columns");
        // Similarities that differ are seen to differ, and each is written on its arrow.
        const arrows = await page.evaluate(() => [...document.querySelectorAll("#arrows .arrow")].map((arrow, i) => ({
          similarity: Number(document.querySelectorAll("#arrows .similarity")[i].textContent), width: Number(arrow.querySelector(".line").getAttribute("stroke-width")),
        })).sort((a, b) => a.similarity - b.similarity));
        assert.ok(arrows[0].similarity < 0.53 && arrows.at(-1).similarity > 0.8 && arrows.at(-1).width > 3 * arrows[0].width, JSON.stringify(arrows));
        assert.ok(arrows.every((arrow, i) => i === 0 || arrow.width >= arrows[i - 1].width));
        assert.deepEqual(await touching("#arrows .similarity"), []);
        assert.match(await text("#sentence"), /^“departs” costs the most: the model splits it into 2 pieces\. They count for 29% of precision and match “leaves” and “at” in the reference with a mean similarity of \.693 instead of 1\. This takes \.0876 off precision\.$/);
        assert.equal(await text(".word.worst"), "departs");
        // Each word has an arrow that ends at its match; two heads count for both directions.
        assert.deepEqual(await page.evaluate(() => [...document.querySelectorAll("#arrows g")].map(({ dataset }) => `${dataset.from} ${dataset.to}`)),
          ["c1 r1", "c2 r2", "c3 r3", "c3 r4", "c5 r4", "c6 r5", "c7 r6"]);
        assert.equal(await page.evaluate(() => document.getElementById("more").open), false, "settings are folded");
      });

      if (size.width < 700) it("keeps the scores in sight of a reader who scrolls", async () => {
        await visit();
        const bar = () => page.evaluate(() => document.getElementById("score-bar").checkVisibility() && document.getElementById("score-bar").textContent);
        assert.equal(await bar(), false, "the scores themselves are in sight");
        await page.evaluate(() => scrollTo(0, 1200));
        await until(() => document.getElementById("score-bar").checkVisibility());
        assert.match(await bar(), /P \.716.*R \.717.*F1 \.716/);
        // Long texts push them down.
        await visit(`#${new URLSearchParams({ reference: "A word and then some more. ".repeat(12), candidate: "A word. ".repeat(40) })}`);
        await until(() => document.getElementById("score-bar").checkVisibility());
        assert.ok(await page.evaluate(() => document.getElementById("score-bar").getBoundingClientRect().top > document.querySelector(".masthead").getBoundingClientRect().bottom));
      });

      it("shows what a word costs and the score without it", async () => {
        await visit();
        await click('[data-word="c3"]');
        await until(() => document.querySelectorAll("#word-cost tbody tr").length === 2);
        assert.match(await text("#word-cost p"), /^It counts for 29% of precision, a weight of 2 of 7, and costs \.0876 of it\. Without it, the model reads another text, and F1 is \.\d{3} instead of \.716\.$/);
        const seen = await page.evaluate(() => {
          const [word, lines, candidate, box] = ['[data-word="c3"]', "#lines", "#candidate", "#word"].map((selector) => document.querySelector(selector).getBoundingClientRect());
          const table = document.querySelector("#word-cost .scroll");
          return { gap: Math.max(box.top - word.bottom, word.top - box.bottom), figure: lines.bottom, candidate: candidate.top, top: box.top, bottom: box.bottom, cut: table.scrollWidth - table.clientWidth };
        });
        assert.ok(seen.top >= 0 && seen.bottom <= size.height && seen.cut <= 0, JSON.stringify(seen));
        if (size.width < 700) assert.ok(seen.candidate >= 0 && seen.figure <= seen.top, `it leaves the candidate and the figure in sight: ${JSON.stringify(seen)}`);
        else assert.ok(seen.gap > 0 && seen.gap < 20, `it is beside the word: ${JSON.stringify(seen)}`);
        assert.equal(await page.evaluate(() => document.querySelector('[data-word="c3"]').getAttribute("aria-pressed")), "true");
        await click("#word-close");
        assert.ok(await page.evaluate(() => document.getElementById("word").hidden));
        assert.equal(await count("#arrows.asked"), 0, "no arrow stays faded");
      });

      it("shows the details of a word of either text without covering the arrows", async () => {
        await visit();
        for (const key of ["r2", "c2"]) {
          await click(`[data-word="${key}"]`);
          await until(() => !document.getElementById("word").hidden && document.querySelectorAll("#word-cost tbody tr").length === 1);
          const [box, lines] = await page.evaluate(() => ["word", "lines"].map((id) => document.getElementById(id).getBoundingClientRect().toJSON()));
          assert.ok(box.bottom <= lines.top || box.top >= lines.bottom, `${key}: ${JSON.stringify([box, lines])}`);
          await click("#word-close");
        }
      });

      it("shows the words of each step of the walkthrough, and what the step makes", async () => {
        await visit();
        await click("#open-walk");
        for (let stage = 1; stage <= 17; stage += 1) {
          await until((stage) => document.getElementById("walk-where").textContent === `${stage} of 17`, stage);
          await ready();
          await until(() => {
            const steps = document.querySelector("#walk .steps"), end = getComputedStyle(steps).position === "fixed" ? steps.getBoundingClientRect().top : innerHeight;
            return ["#walk-title", "#walk-words > :first-child", "#f1-shown"].every((selector) => {
              const element = document.querySelector(selector), { top, bottom } = element.getBoundingClientRect();
              return !element.checkVisibility({ visibilityProperty: true }) || top >= 0 && bottom <= end;
            });
          });
          if (stage === 6) {
            await page.evaluate(() => document.getElementById("walk-all-rows").click());
            await until(() => document.getElementById("walk-all-rows").hidden);
          }
          if (stage < 17) await page.evaluate(() => document.getElementById("walk-next").click());
        }
      });

      it("has the figure that a step of a lesson is about on the screen", async () => {
        const inSight = (selector) => until((selector) => {
          const element = document.querySelector(selector), { top } = element.getBoundingClientRect();
          return element.checkVisibility() && top >= 0 && top < innerHeight - 120 && document.getElementById("step-title").getBoundingClientRect().top >= 0;
        }, selector);
        await visit("#lesson=first-steps");
        await inSight("#matrix");
        await visit("#lesson=first-steps&step=6");
        await inSight("#panel");
      });

      it("replaces a word by an offered one and by a typed one", async () => {
        await visit();
        const before = Number(await value("f1"));
        await click('[data-word="c6"]');
        await until(() => [...document.querySelectorAll("#offers button")].some((offer) => offer.textContent === "noon"));
        await click("#offers button");
        await is("candidate", "The boat departs at noon.");
        await ready();
        assert.ok(Number(await value("f1")) > before);
        await click("#replacement");
        await page.keyboard.type("night");
        await page.keyboard.press("Enter");
        await is("candidate", "The boat departs at night.");
        await ready();
      });

      it("moves a word by dragging and by keys", async () => {
        await visit();
        const places = () => page.evaluate(() => ["r5", "r2"].map((key) => {
          const { left, top, width, height } = document.querySelector(`[data-word="${key}"]`).getBoundingClientRect();
          return [left + width / 2, top + height / 2];
        }));
        // A finger that moves at once scrolls; one that rests first drags. Firefox takes no touches here.
        if (name === "Chromium") {
          for (const [pause, text] of [[0, "The ferry leaves at noon."], [400, "The noon ferry leaves at."]]) {
            await visit();
            const [from, to] = await places();
            await page.touchscreen.touchStart(...from);
            await new Promise((done) => setTimeout(done, pause));
            for (const part of [0.2, 0.5, 1]) await page.touchscreen.touchMove(...from.map((at, i) => at + part * (to[i] - 4 - at)));
            await page.touchscreen.touchEnd();
            await is("reference", text);
          }
          await visit();
        }
        const [from, to] = await places();
        await page.mouse.move(...from);
        await page.mouse.down();
        await page.mouse.move(from[0] - 8, from[1] - 8);
        await page.mouse.move(to[0] - 4, to[1] - 4, { steps: 5 });
        await page.mouse.up();
        await is("reference", "The noon ferry leaves at.");
        await ready();
        assert.ok(await page.evaluate(() => document.getElementById("word").hidden), "a drag is not a click");
        await page.evaluate(() => document.querySelector('[data-word="r2"]').focus());
        const key = size.width < 700 ? "ArrowDown" : "ArrowRight";
        await page.keyboard.down("Alt");
        await page.keyboard.press(key);
        await page.keyboard.up("Alt");
        await is("reference", "The ferry noon leaves at.");
        await ready();
        assert.equal(await page.evaluate(() => document.activeElement.firstChild.data), "noon", "the moved word keeps the focus");
        await page.keyboard.press("Enter");
        await until(() => !document.getElementById("word").hidden);
        assert.equal(await text("#word-name"), "noon");
        await click("#word-later");
        await is("reference", "The ferry leaves noon at.");
        await ready();
        await until(() => !document.getElementById("word").hidden);
        assert.equal(await text("#word-name"), "noon", "and its details stay");
        await click("#word-later");
        await is("reference", "The ferry leaves at noon.");
        await until(() => document.getElementById("word-later").disabled);
      });

      it("plays the matches, pauses, steps and scrubs to F1", async () => {
        await visit();
        await click("#play");
        await until(() => document.querySelector("#lines .cell.best") !== null);
        assert.equal(await text("#play"), "Pause");
        assert.match(await text("#play-title"), /^Best match of “\w+” in the reference: “\w+”$/);
        assert.equal(await page.evaluate(() => getComputedStyle(document.getElementById("precision")).visibility), "hidden", "P comes after its parts");
        await click("#play");
        assert.equal(await text("#play"), "Play");
        const position = Number(await value("play-position"));
        await click("#play-next");
        assert.equal(Number(await value("play-position")), position + 1);
        const last = await page.evaluate(() => {
          const position = document.getElementById("play-position");
          position.value = position.max;
          position.dispatchEvent(new Event("input", { bubbles: true }));
          return position.max;
        });
        // Seven rows and P, six columns and R, F1.
        assert.equal(last, "15");
        assert.equal(await text("#play-title"), "F1");
        assert.match(await text("#play-words"), /= \.?0?\.71634/);
        assert.equal(await page.evaluate(() => getComputedStyle(document.getElementById("f1")).visibility), "visible");
        assert.equal(await count("#arrows g"), 7);
        // Each title names the arrow that is drawn last.
        await page.evaluate(() => {
          const position = document.getElementById("play-position");
          position.value = "3";
          position.dispatchEvent(new Event("input", { bubbles: true }));
        });
        assert.equal(await text("#play-title"), "Best match of “·s” in the reference: “at”");
        assert.equal(await page.evaluate(() => [...document.querySelectorAll("#arrows g")].map(({ dataset }) => `${dataset.from} ${dataset.to}`).at(-1)), "c3 r4");
        await click("#play-end");
        assert.ok(await page.evaluate(() => document.getElementById("player").hidden));
      });

      it("moves the arrows with the slider, and goes back and forward through settings and texts", async () => {
        await visit();
        await until(() => location.hash.startsWith("#size="));
        const [first, own] = [await value("f1"), await page.evaluate(() => location.hash)];
        await page.focus("#layer");
        await page.keyboard.press("ArrowLeft");
        await until((first) => document.documentElement.dataset.state === "ready" && document.getElementById("f1").value !== first, first);
        await until(() => location.hash.includes("layer=5"));
        await click("#swap");
        await until(() => location.hash.includes("reference=The+boat"));
        await go(-1);
        await is("reference", "The ferry leaves at noon.");
        await until(() => document.getElementById("layer").value === "5");
        await go(-1);
        await is("f1", first);
        await until((own) => location.hash === own, own);
        await go(1);
        await until(() => document.getElementById("layer").value === "5");
        await ready();
        // What follows is a new entry after the one that was returned to.
        await new Promise((done) => setTimeout(done, 600));
        await page.focus("#layer");
        await page.keyboard.press("ArrowLeft");
        await until(() => location.hash.includes("layer=4"));
        await go(-1);
        await until(() => location.hash.includes("layer=5") && document.getElementById("layer").value === "5");
      });

      it("shows the words that cost most of a long text, or the sentence with the caret, in the layout of a short one", async () => {
        const layout = () => page.evaluate(() => document.getElementById("lines").classList.contains("down"));
        const shown = () => page.evaluate(() => [...document.querySelectorAll("#words-candidate .word")].map((word) => word.firstChild.data));
        const words = "On Tuesday the panel gathered and its members then voted to delay the whole plan for the new bridge until spring".split(" ");
        const before = words.slice(0, 19).join(" "), after = [...words, "came", "at", "last"].join(" ");
        await visit(`#${new URLSearchParams({ reference: "The committee postponed the bridge.", candidate: before })}`);
        const isDown = await layout();
        assert.equal(isDown, size.width < 700);
        await visit(`#${new URLSearchParams({ reference: "The committee postponed the bridge.", candidate: `${after}. We are glad.` })}`);
        assert.equal(await layout(), isDown, "nothing jumps");
        assert.ok((await shown()).length <= 12, (await shown()).join(" "));
        await page.evaluate(() => {
          const candidate = document.getElementById("candidate");
          candidate.focus();
          candidate.setSelectionRange(candidate.value.length, candidate.value.length);
          candidate.dispatchEvent(new KeyboardEvent("keyup"));
        });
        assert.deepEqual(await shown(), ["We", "are", "glad", "."]);
        assert.match(await page.evaluate(() => document.getElementById("part").selectedOptions[0].text), /^candidate: “We are glad\./);
        // Play shows the words that it matches, and afterwards those from before.
        await click("#play");
        await until(() => document.querySelector("#lines .cell.best") !== null);
        assert.match(await text("#play-title"), /^Best matches of \d tokens of the candidate, “On” to “\w+”$/);
        assert.equal((await shown())[0], "On");
        await click("#play-end");
        assert.deepEqual(await shown(), ["We", "are", "glad", "."]);
      });

      it("keeps a dropped lesson, its guesses and own texts over a reload", async () => {
        await visit();
        await page.evaluate((lesson) => {
          const dropped = new DataTransfer();
          dropped.items.add(new File([lesson], "prices.toml"));
          document.dispatchEvent(new DragEvent("drop", { dataTransfer: dropped, bubbles: true, cancelable: true }));
        }, LESSON);
        await until(() => document.getElementById("lesson-where").textContent === "1 of 2");
        await ready();
        await page.evaluate(() => { document.getElementById("guess-number").value = "0.9"; });
        await click("#reveal");
        await ready();
        await click("#reveal");
        await until(() => document.getElementById("step-words").textContent.includes("look."));
        await page.evaluate(() => {
          const candidate = document.getElementById("candidate");
          candidate.value = "It costs 16 euros.";
          candidate.dispatchEvent(new Event("input", { bubbles: true }));
        });
        await ready();
        await until(() => history.state?.lesson?.view.candidate === "It costs 16 euros.");
        // The page reloads itself: a reload from outside may come before the browser knows the last entry.
        await page.evaluate(() => { window.isOld = true; location.reload(); });
        await until(() => !window.isOld && document.documentElement.dataset.state === "ready");
        await is("candidate", "It costs 16 euros.");
        assert.equal(await text("#lesson-title"), "Prices");
        assert.match(await text("#step-words"), /look\./, "the question stays answered");
        assert.equal(await page.evaluate(() => history.state.lesson.guesses.length), 1);
        // What a text names in quotation marks leads to the control.
        await click("#step-words .inline");
        assert.ok(await page.evaluate(() => document.activeElement.textContent.startsWith("Settings")));
      });

      it("opens a lesson at its step by link, and the steps are in the history", async () => {
        await visit("#lesson=first-steps&step=3");
        await until(() => /^3 of/.test(document.getElementById("lesson-where").textContent));
        // Changes within a moment are one entry of the history.
        await ready();
        await new Promise((done) => setTimeout(done, 600));
        await click("#lesson-next");
        await until(() => location.hash === "#lesson=first-steps&step=4");
        await click("#open-share");
        await until(() => document.getElementById("share-dialog").open);
        assert.match(await value("address"), /#lesson=first-steps&step=4$/);
        await click("#share-dialog [data-close]");
        await go(-1);
        await until(() => /^3 of/.test(document.getElementById("lesson-where").textContent));
        if (size.width < 700) {
          const bottom = await page.evaluate(() => document.getElementById("lesson-next").getBoundingClientRect().bottom);
          assert.ok(bottom <= size.height && bottom > size.height - 80, `the next step is pinned, its end at ${bottom}`);
          const covering = await page.evaluate(() => {
            const { left, top } = document.getElementById("lesson-next").getBoundingClientRect();
            return document.elementFromPoint(left + 9, top + 9).id;
          });
          assert.equal(covering, "lesson-next", "nothing covers it");
        }
      });
    });

    it("plays without motion where the reader wants none", { skip: name === "Chromium" ? false : "Puppeteer cannot ask Firefox for it" }, async () => {
      await page.emulateMediaFeatures([{ name: "prefers-reduced-motion", value: "reduce" }]);
      await visit();
      await click("#play");
      await until(() => document.querySelector("#lines .cell.best") !== null);
      assert.equal(await text("#play"), "Play", "nothing runs");
      await click("#play-next");
      assert.equal(await value("play-position"), "1");
    });
  });
}
