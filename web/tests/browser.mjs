// Chromium, headless, with an empty profile of its own that is deleted at the end.
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { chromium } from "playwright-core";

// The first of these programs on PATH; null without one.
function onPath(names) {
  const folders = (process.env.PATH ?? "").split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(existsSync) ?? null;
}

// The browsers that CHROMIUM and FIREFOX name, or that are on PATH.
export const find = () => process.env.CHROMIUM || onPath(["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]);
export const findFirefox = () => process.env.FIREFOX || onPath(["firefox", "firefox-esr"]);

export async function open() {
  const profile = mkdtempSync(join(tmpdir(), "bertscope-web-"));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: find(),
    headless: true,
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
    viewport: { width: 1280, height: 900 },
    acceptDownloads: true,
  });
  context.setDefaultTimeout(60_000);
  return {
    context,
    async close() {
      await context.close();
      rmSync(profile, { recursive: true, force: true });
    },
  };
}

export const ready = (page) => page.waitForFunction(() => document.documentElement.dataset.state === "ready", null, { polling: 30 });

// Types into a text, and waits for its score.
export async function write(page, texts) {
  for (const [label, text] of Object.entries(texts)) await page.getByRole("textbox", { name: label, exact: true }).fill(text);
  await ready(page);
}

export const numbers = (page) => page.evaluate(() => ["precision", "recall", "f1"].map((id) => Number(document.getElementById(id).value.replace("−", "-"))));
