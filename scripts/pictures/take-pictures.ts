/**
 * Makes the pictures of the README: the web view over a real run of scripted agents, in a real Chromium, light and dark.
 * `npm run pictures` writes docs/images; it needs a built Reeve and a Chromium. Times in them differ from run to run, and
 * letters are those of the fonts that this machine has.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { openBrowser, openPage, whyNoBrowser } from "../../test/web/browser.ts";
import { aNight } from "../../test/web/night.ts";
import { smallPng } from "./small-png.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const IMAGES = fileURLToPath(new URL("../../docs/images/", import.meta.url));
const THEMES = ["light", "dark"] as const;
const SIZE = { width: 1360, height: 800 };
/** So much may one weigh: a README is read over slow lines too. */
const BYTES_MAX = 150_000;

interface Shot {
  readonly name: string;
  /** From the page as it opens. */
  readonly go: (page: Page) => Promise<void>;
}

const SHOTS: readonly Shot[] = [
  { name: "needs-you", go: (page) => page.locator(".need").first().waitFor() },
  { name: "time", go: (page) => toScreen(page, "t", ".gantt .row") },
  {
    name: "task",
    go: async (page) => {
      await toScreen(page, "b", ".board .card");
      await page.getByRole("link", { name: /^cart-api/ }).click();
      await page.locator(".trail .step").first().waitFor();
    },
  },
];

async function toScreen(page: Page, key: string, mark: string): Promise<void> {
  await page.locator("body").press("g");
  await page.locator("body").press(key);
  await page.locator(mark).first().waitFor();
}

async function takeAll(url: string): Promise<void> {
  const browser = await openBrowser();
  try {
    for (const theme of THEMES)
      for (const { name, go } of SHOTS) {
        const { page } = await openPage(browser, url, { theme, ...SIZE });
        await go(page);
        // The pointer marks what it rests on.
        await page.mouse.move(0, 0);
        const path = `${IMAGES}${name}-${theme}.png`;
        const picture = smallPng(await page.screenshot());
        writeFileSync(path, picture);
        await page.context().close();
        const weight = `${relative(ROOT, path)} ${Math.round(picture.length / 1_000)} kB`;
        if (picture.length > BYTES_MAX) throw new Error(`${weight}: more than ${BYTES_MAX / 1_000} kB`);
        console.log(weight);
      }
  } finally {
    await browser.close();
  }
}

const why = whyNoBrowser();
if (why !== null) {
  console.error(`pictures: ${why}. Install Debian's package chromium, or another Chromium at one of these places.`);
  process.exit(1);
}
mkdirSync(IMAGES, { recursive: true });
const night = await aNight();
try {
  await takeAll(night.url);
} finally {
  await night.end();
  night.shop.remove();
  night.handbook.remove();
}
