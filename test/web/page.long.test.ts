/** The page of the web view in a real Chromium, over a real night: every screen, every way to act, nothing obeyed that agents say. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cleanUp } from "../e2e/kit.ts";
import { until } from "../wait.ts";
import { openBrowser, openPage, seriousFaults, whyNoBrowser } from "./browser.ts";
import { aNight, type Night } from "./night.ts";

const why = whyNoBrowser();
if (why !== null) console.warn(`the page is not tried: ${why}`);

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

describe.skipIf(why !== null)("the page", () => {
  let night: Night;
  let browser: Browser;
  let page: Page;
  let complaints: string[];
  let address: string;

  beforeAll(async () => {
    night = await aNight();
    address = night.url;
    browser = await openBrowser();
    ({ page, complaints } = await openPage(browser, night.url));
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
  const text = async (selector: string) => (await page.locator(selector).first().textContent()) ?? "";

  it("opens with what needs you, in every project, and takes the token out of sight", async () => {
    expect(await text("h1")).toBe("3 things need you");
    expect(await page.locator(".need h2").allInnerTexts()).toEqual(
      expect.arrayContaining(["Are prices shown with or without tax?", "Handbook in German is ready to review"]),
    );
    expect(await text(".need:has-text('tax') .when")).toMatch(/^asked \d+ (s|min) ago · holds 4$/);
    expect(page.url()).not.toContain("open");
  });

  it("shows every screen of a run by its keys, with real data", async () => {
    await goTo("b", ".board");
    expect(await page.locator(".card b").allInnerTexts()).toEqual(
      expect.arrayContaining(["prices", "fix-1", "refunds"]),
    );
    await goTo("t", ".gantt .row");
    expect(await page.locator(".gantt .row").count()).toBe(25);
    await goTo("g", ".graph .n");
    expect(await page.locator(".graph .e.fix").count()).toBeGreaterThan(0);
    await goTo("r", ".tree");
    expect(await text(".tree")).toContain("rest for one");
    await goTo("p", ".flow");
    expect(await text(".one h2")).toBe("The module price-rules is missing");
    await goTo("m", ".chart .line");
    expect(await text(".facts")).toMatch(/\$\d+\.\d\d of \$20/);
    await goTo("j", ".journal li p");
    expect(await text(".journal")).toContain("prices");
    expect(complaints).toEqual([]);
  });

  it("shows the history of a project as runs and tasks, and documents with what is Reeve's marked", async () => {
    await page
      .getByRole("link", { name: /^handbook/ })
      .first()
      .click();
    await page.locator(".run-head h1").waitFor();
    await goTo("h", ".g tbody tr");
    expect(await page.locator(".g tbody tr").count()).toBe(2);
    await page
      .getByRole("link", { name: /^shop-/ })
      .last()
      .click();
    await goTo("d", ".document");
    expect(await page.locator(".document section.owned h2").allInnerTexts()).toEqual([
      "Work Items written by Reeve",
      "Supervisor Log written by Reeve",
    ]);
  });

  it("tells of a task what was tried, decided and proved, its diff, log and prompt", async () => {
    await goTo("b", ".board");
    await page.getByRole("link", { name: /^cart-api/ }).click();
    await page.locator(".trail .step").first().waitFor();
    expect(await page.locator(".two table").first().textContent()).toMatch(/gate failed[\s\S]*sent back[\s\S]*merged/);
    expect(await text(".trail details[open] pre")).toContain("FAIL test/cart.test.ts");
    expect(await text(".gates")).toContain("sh check.sh");
    await page.locator("body").press("d");
    expect(await text("pre.diff")).toContain("+export const total = 2999 / 100;");
    await page.locator("body").press("i");
    await page.locator("pre.long:has-text('Write the cart.')").waitFor();
    await page.locator("body").press("l");
    await page.locator("pre.long:has-text('both belong there')").waitFor();
  });

  it("shows what agents print as text: no markup, no script, nothing a terminal would obey", async () => {
    await goTo("b", ".board");
    await page.getByRole("link", { name: /^refunds/ }).click();
    await page.locator("body").press("l");
    const log = page.locator("pre.long");
    await log.filter({ hasText: "<script>" }).waitFor();
    expect(await log.textContent()).toContain("<img src=x onerror=");
    expect(await log.locator("img, script, b, i").count()).toBe(0);
    for (const hidden of ["\u001b", "\u202e", "\u2066", "\u200b", "\u{e0041}"])
      expect(await log.textContent()).not.toContain(hidden);
    expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
    await goTo("b", ".board");
    await page.getByRole("link", { name: /^docs-shop/ }).click();
    await page.getByText("<b onclick=alert(1)>Shop</b> koobdnah").waitFor();
    expect(await page.title()).toMatch(/^\(\d+\) Reeve$/);
  });

  it("replays: a past moment is shown as it was, and nothing can be ordered there", async () => {
    await goTo("b", ".board");
    await page.getByLabel("Moment shown").focus();
    await page.keyboard.press("Home");
    await page.locator(".scrub.is-past").waitFor();
    await until("the board of then", async () => (await page.locator(".card b").allInnerTexts()).length > 20);
    expect(await page.locator("button.act:not(:disabled)", { hasText: /Pause|Brake|Tell|Skip/ }).count()).toBe(0);
    await page.locator("body").press("0");
    await page.locator(".live").last().waitFor();
    expect(await page.locator("button.act", { hasText: "Pause" }).isEnabled()).toBe(true);
  });

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

  it("grants more money by a click, and the budget line moves", async () => {
    await goTo("m", ".chart .line");
    await page.locator("main button.act", { hasText: "Grant" }).click();
    await page.getByLabel("US dollars").fill("2.5");
    expect(await text(".ask-dialog h2")).toBe("Grant r1");
    expect(await text(".ask-dialog .does")).toBe("reeve grant run --usd 2.5");
    await page.locator(".ask-dialog button[type=submit]").click();
    await page.getByText("of $22.50").first().waitFor();
    expect(night.shop.reeve("events").out).toContain("2.5");
  });

  it("acts in place: pauses, resumes, tells, acknowledges, answers; each button shows its command", async () => {
    await goTo("b", ".board");
    expect(await text("button.act:has-text('Pause') code")).toBe("reeve pause");
    await page.locator("body").press("p");
    await page.locator(".ask-dialog:has-text('Pause r1')").waitFor();
    await page.keyboard.press("Enter");
    await page.locator("button.act:has-text('Resume')").waitFor();
    await page.locator("body").press("p");
    await page.keyboard.press("Enter");
    await page.locator("main button.act:has-text('Pause')").waitFor();
    await page.getByRole("link", { name: /^refunds/ }).hover();
    await page.locator("body").press("t");
    await page.getByLabel("What the agent should know").fill("mind the cents");
    expect(await text(".ask-dialog .does")).toBe('reeve tell refunds "mind the cents"');
    await page.keyboard.press("Tab");
    await page.locator(".ask-dialog button[type=submit]").click();
    await page.locator(".ask-dialog").waitFor({ state: "detached" });
    expect(await text(".said")).toContain("refunds");
    await goTo("n", ".need");
    const need = page.locator(".need", { hasText: "with or without tax" });
    await need.getByText("Without tax", { exact: true }).click();
    expect(await need.locator(".act.first code").textContent()).toBe('reeve answer q2 "Without tax"');
    await need.locator(".act.first").click();
    await need.waitFor({ state: "detached" });
    expect(night.shop.reeve("events").out).toContain("Without tax");
  });

  it("asks once before it brakes, says what that does, and shows a braked run as one", async () => {
    await goTo("t", ".gantt .row");
    await page.locator("body").press("b");
    await page.getByLabel("Because").fill("the API is being migrated");
    await page.locator(".ask-dialog button[type=submit]").click();
    await page.locator(".braked-bar").waitFor();
    expect(await text(".braked-bar")).toContain("the API is being migrated");
    await goTo("n", ".need .braked");
    expect(night.shop.reeve("status").out).toContain("halted");
  });

  it("serves many tabs at once: each of them sees what happens, and an order still finds a line", async () => {
    const context = page.context();
    const same = await Promise.all(Array.from({ length: 8 }, () => context.newPage()));
    for (const tab of same) {
      await tab.goto(`${new URL(night.url).origin}/#/`);
      await tab.locator(".need").first().waitFor();
    }
    await same[7]?.locator("body").press("?");
    await same[7]?.locator(".keys-list").waitFor();
    for (const tab of same) await tab.close();
  });

  it("comes back when the server was killed and started again, as soon as its new address is opened anywhere", async () => {
    const context = page.context();
    await goTo("b", ".board");
    const url = await night.serveAgain();
    address = url;
    await page.getByText("This page needs its token.").waitFor();
    const other = await context.newPage();
    await other.goto(url);
    await other.locator(".need").first().waitFor();
    await page.locator(".board .card").first().waitFor();
    await page.getByText(/^Connected/).waitFor();
    await other.close();
    complaints.length = 0;
  });

  it("refuses in words what cannot be", async () => {
    await goTo("b", ".board");
    await page.getByRole("link", { name: /^design/ }).hover();
    await page.locator("body").press("?");
    await page.locator(".keys-list").waitFor();
    await page.keyboard.press("Escape");
    await page.evaluate('sessionStorage.setItem("reeve-token", "wrong")');
    await page.reload();
    await page.getByText("This page needs its token.").waitFor();
    expect(await page.locator(".need, .card").count()).toBe(0);
  });

  it.for(["light", "dark"] as const)(
    "has no serious fault of accessibility, %s, wide and on a phone",
    async (theme) => {
      for (const width of [1440, 390]) {
        const opened = await openPage(browser, address, { width, theme });
        const board = (await opened.page.locator('a[href$="/board"]').first().getAttribute("href")) ?? "";
        for (const screen of SCREENS) {
          const isOfProject = ["history", "documents"].includes(screen);
          const of = isOfProject ? board.replace(/[^/]+\/board$/, screen) : board.replace(/board$/, screen);
          await opened.page.goto(`${new URL(address).origin}/${screen === "needs" ? "#/" : of}`);
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
});
