/** The page for everybody: no serious fault of accessibility, every screen walked by keys alone, many tabs, a server that was killed. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cleanUp } from "../e2e/kit.ts";
import { until } from "../wait.ts";
import { openBrowser, openPage, seriousFaults, whyNoBrowser } from "./browser.ts";
import { aNight, type Night } from "./night.ts";

const why = whyNoBrowser();

const SCREENS = [
  "needs",
  "time",
  "board",
  "graph",
  "tree",
  "patterns",
  "money",
  "journal",
  "task/prices",
  "task/cart-api",
  "log/refunds",
  "diff/cart-api",
  "prompt/cart-api",
  "history",
  "documents",
  "more",
  "board",
];

/** Where the heading alone does not say that the screen is there. */
const MARKS: Readonly<Record<string, string>> = {
  time: ".gantt .row",
  graph: ".graph .n",
  tree: ".tree",
  journal: ".journal li p",
  "task/cart-api": ".trail .step",
  "log/refunds": "pre.long",
  "diff/cart-api": "pre.diff",
  "prompt/cart-api": "pre.long",
  history: "main table",
  documents: ".document",
};

describe.skipIf(why !== null)("the page for everybody", () => {
  let night: Night;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    night = await aNight();
    browser = await openBrowser();
    ({ page } = await openPage(browser, night.url));
  });

  afterAll(async () => {
    await browser?.close();
    await night?.end();
    night?.handbook.remove();
    await cleanUp(night.shop);
  });

  const goTo = async (keys: string, mark: string) => {
    await page.locator("body").press("g");
    await page.locator("body").press(keys);
    await page.locator(mark).first().waitFor();
  };

  it("is walked by keys alone: what has the focus is seen, and is what Enter opens", async () => {
    const focused = () => page.evaluate("document.activeElement.closest('[data-row]')?.dataset.row");
    await goTo("b", ".board");
    await page.locator('.card[data-row="prices"]').focus();
    const first = await focused();
    await page.locator("body").press("j");
    const second = await focused();
    expect([first, second]).not.toContain(undefined);
    expect(second).not.toBe(first);
    await page.locator("body").press("k");
    expect(await focused()).toBe(first);
    await page.keyboard.press("ArrowRight");
    const beside = `${await focused()}`;
    expect(
      await page
        .locator(".lane", { has: page.locator(`[data-row="${beside}"]`) })
        .locator("h2")
        .textContent(),
    ).toMatch(/^Working/);
    expect(await page.evaluate("getComputedStyle(document.activeElement).outlineStyle")).toBe("solid");
    await page.keyboard.press("Enter");
    await page.locator(".run-head h1", { hasText: beside }).waitFor();
    await page.keyboard.press("Escape");
    await page.locator(".board").waitFor();
    await goTo("t", ".gantt .row");
    await page.locator('.gantt .row[data-row="cart-api"]').focus();
    await page.keyboard.press("ArrowRight");
    await page.locator(".inspect", { hasText: "sh check.sh" }).waitFor();
    await page.keyboard.press("ArrowRight");
    await page.locator(".inspect", { hasText: "conflicts with docs-api" }).waitFor();
    await goTo("g", ".graph .n");
    const boxes = await page.locator(".graph .n").count();
    await page.locator('.graph .n[data-row="design"]').focus();
    await page.keyboard.press("z");
    await until("the gang to be unfolded", async () => (await page.locator(".graph .n").count()) === boxes + 4);
    await page.keyboard.press("z");
    await until("the gang to be folded again", async () => (await page.locator(".graph .n").count()) === boxes);
    for (const [keys, mark] of [
      ["j", ".journal li p"],
      ["r", ".tree"],
      ["m", ".chart .line"],
      ["p", ".flow"],
      ["h", "main table"],
      ["d", ".document"],
    ] as const) {
      await goTo(keys, mark);
      await page.locator("body").press("j");
      expect([keys, typeof (await focused())]).toEqual([keys, "string"]);
    }
    await page.locator("body").press(":");
    await page.getByLabel("Go to a task or a screen").fill("nobody");
    await page.keyboard.press("Enter");
    await page.getByText("No task of this run and no screen is called nobody.").waitFor();
    await page.getByLabel("Go to a task or a screen").fill("prices");
    await page.keyboard.press("Enter");
    await page.locator(".run-head h1", { hasText: "prices" }).waitFor();
  });

  it.for(["light", "dark"] as const)(
    "has no serious fault of accessibility, %s, wide and on a phone",
    async (theme) => {
      for (const width of [1440, 390]) {
        const opened = await openPage(browser, night.url, { width, theme });
        const board = (await opened.page.locator('a[href$="/board"]').first().getAttribute("href")) ?? "";
        for (const screen of SCREENS) {
          const isOfProject = ["history", "documents"].includes(screen);
          const of = isOfProject ? board.replace(/[^/]+\/board$/, screen) : board.replace(/board$/, screen);
          await opened.page.goto(`${new URL(night.url).origin}/${screen === "needs" ? "#/" : of}`);
          await opened.page
            .locator(MARKS[screen] ?? "main h1")
            .first()
            .waitFor();
          expect(await seriousFaults(opened.page), `${screen} ${theme} ${width}`).toEqual([]);
          const isTooWide = await opened.page.evaluate("document.documentElement.scrollWidth > innerWidth");
          expect([screen, isTooWide]).toEqual([screen, false]);
        }
        for (const key of ["?", ":", "b"]) {
          await opened.page.locator("body").press(key);
          await opened.page.locator(".ask-dialog").waitFor();
          expect(await seriousFaults(opened.page), `${key} ${theme} ${width}`).toEqual([]);
          await opened.page.keyboard.press("Escape");
          await opened.page.locator(".ask-dialog").waitFor({ state: "detached" });
        }
        expect(opened.complaints).toEqual([]);
        await opened.page.close();
      }
    },
  );

  it("serves many tabs at once: each of them sees what happens, and an order still finds a line", async () => {
    const context = page.context();
    const same = await Promise.all(Array.from({ length: 8 }, () => context.newPage()));
    for (const tab of same) {
      await tab.goto(`${new URL(night.url).origin}/#/`);
      await tab.locator(".need").first().waitFor();
    }
    await same[7]?.locator("body").press("?");
    await same[7]?.locator(".keys-list").waitFor();
    expect(await Promise.all(same.map((tab) => tab.locator(".need").count()))).toEqual(same.map(() => 3));
    for (const tab of same) await tab.close();
  });

  it("comes back when the server was killed and started again, as soon as its new address is opened anywhere", async () => {
    const context = page.context();
    await goTo("b", ".board");
    const url = await night.serveAgain();
    await page.getByText("This page needs its token.").waitFor();
    const other = await context.newPage();
    await other.goto(url);
    await other.locator(".need").first().waitFor();
    await page.locator(".board .card").first().waitFor();
    await page.getByText(/^Connected/).waitFor();
    expect(await page.locator(".card b").allInnerTexts()).toContain("prices");
    await other.close();
  });
});
