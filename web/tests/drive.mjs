// Puppeteer drives a page in Chromium and in Firefox; CHROMIUM and FIREFOX name them, or they are on PATH.
import assert from "node:assert/strict";
import puppeteer from "puppeteer-core";
import { find, findFirefox } from "./browser.mjs";

export const CHROMIUM = { name: "Chromium", executablePath: find(), options: { browser: "chrome", args: ["--no-sandbox", "--disable-gpu"] } };
export const FIREFOX = { name: "Firefox", executablePath: findFirefox(), options: { browser: "firefox" } };

export const lacks = ({ name, executablePath }) => executablePath ? false : `there is no ${name} on PATH`;

export async function launch({ executablePath, options }) {
  const browser = await puppeteer.launch({ ...options, executablePath, headless: true }), page = await browser.newPage();
  page.setDefaultTimeout(60_000);
  return { browser, page };
}

// What tests do with a page, which `on` returns with the address of its server: both are there when the tests run.
export function steps(on) {
  const evaluate = (f, ...values) => on().page.evaluate(f, ...values);

  // Waits, also while the page reloads. Puppeteer's own waiting evaluates code in the page, which the page's Content-Security-Policy forbids in Firefox.
  async function until(met, ...values) {
    for (const end = Date.now() + 60_000; !(await evaluate(met, ...values).catch(() => false));) {
      assert.ok(Date.now() < end, `waited too long for ${met} ${values}`);
      await new Promise((done) => setTimeout(done, 30));
    }
  }
  const ready = () => until(() => document.documentElement.dataset.state === "ready");

  return {
    evaluate,
    until,
    ready,
    value: (id) => evaluate((id) => document.getElementById(id).value, id),
    text: (selector) => evaluate((selector) => document.querySelector(selector).textContent, selector),
    count: (selector) => evaluate((selector) => document.querySelectorAll(selector).length, selector),
    isVisible: (selector) => evaluate((selector) => document.querySelector(selector)?.checkVisibility({ visibilityProperty: true }) ?? false, selector),
    is: (id, expected) => until((id, expected) => document.getElementById(id).value === expected, id, expected),
    // A click where the element is, as a pointer or a finger makes it.
    async click(selector) {
      await evaluate((selector) => document.querySelector(selector).scrollIntoView({ block: "center", behavior: "instant" }), selector);
      await on().page.click(selector);
    },
    async visit(fragment) {
      const { page, address } = on();
      await page.goto("about:blank");
      await page.goto(`${address}${fragment}`);
      await ready();
      // A new page may learn the size of its window only now, and places the words again.
      await evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    },
    async resize(size) {
      // Firefox knows no orientation, but takes the size.
      await on().page.setViewport(size).catch(() => {});
      await until((width) => innerWidth === width, size.width);
    },
  };
}
