/**
 * Makes the pictures of the README: the web view of a real run, worked by scripted agents, in a real Chromium, light and dark.
 * `npm run screenshots` writes docs/images; needs a built Reeve and Chromium. Times and costs in them differ from run to run.
 */
import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { openBrowser, openPage, whyNoBrowser } from "../test/web/browser.ts";
import { aNight } from "../test/web/night.ts";

const IMAGES = fileURLToPath(new URL("../docs/images/", import.meta.url));
const THEMES = ["light", "dark"] as const;

const why = whyNoBrowser();
if (why !== null) {
  console.error(`screenshots: ${why}. Install Debian's package chromium, or another Chromium at one of these places.`);
  process.exit(1);
}

mkdirSync(IMAGES, { recursive: true });
const night = await aNight();
const browser = await openBrowser();
try {
  for (const theme of THEMES) {
    const { page } = await openPage(browser, night.url, { width: 1200, theme });
    await page.setViewportSize({ width: 1200, height: 760 });
    await page.screenshot({ path: `${IMAGES}needs-you-${theme}.png` });
    await page.keyboard.press("g");
    await page.keyboard.press("t");
    await page.locator("svg.gantt, .gantt").first().waitFor();
    await page.screenshot({ path: `${IMAGES}run-${theme}.png` });
    await page.context().close();
  }
} finally {
  await browser.close();
  await night.end();
}
