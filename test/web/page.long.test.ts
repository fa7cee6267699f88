/** The page of the web view in a real Chromium, over a real night: every screen, every way to act, nothing obeyed that agents say. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cleanUp } from "../e2e/kit.ts";
import { until } from "../wait.ts";
import { openBrowser, openPage, whyNoBrowser } from "./browser.ts";
import { aNight, type Night } from "./night.ts";

const why = whyNoBrowser();
if (why !== null) console.warn(`the page is not tried: ${why}`);

describe.skipIf(why !== null)("the page", () => {
  let night: Night;
  let browser: Browser;
  let page: Page;
  let complaints: string[];

  beforeAll(async () => {
    night = await aNight();
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
    await page.getByRole("link", { name: /^shop/ }).last().click();
    await goTo("d", ".document");
    expect(await page.locator(".document section.owned h2").allInnerTexts()).toEqual([
      "Supervisor State written by Reeve",
      "Work Items",
      "Pattern Memory written by Reeve",
      "Supervisor Log written by Reeve",
    ]);
    expect(await page.locator(".document td").allInnerTexts()).toEqual(
      expect.arrayContaining(["The price | tax service", "The cart <img src=x onerror=alert(1)>"]),
    );
    expect(await page.locator(".document .points li").allInnerTexts()).toContain("☑ asked the accountants");
    expect(await page.locator(".document :is(img, script)").count()).toBe(0);
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

  it("grants more money by a click, and the budget line moves", async () => {
    await goTo("m", ".chart .line");
    await page.locator("main button.act", { hasText: "Grant" }).click();
    await page.getByLabel("US dollars").fill("2.5");
    expect(await text(".ask-dialog h2")).toBe("Grant r1 of shop");
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
});
