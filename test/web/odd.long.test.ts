/** The page where two projects ask alike, where there are more questions than a person takes in at once, and where what is looked at goes. */
import { renameSync } from "node:fs";
import { basename, join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ASKS, cleanUp, planOf, shellProject } from "../e2e/kit.ts";
import type { RunningReeve, TestProject } from "../e2e/project.ts";
import { until } from "../wait.ts";
import { openBrowser, openPage, seriousFaults, whyNoBrowser } from "./browser.ts";

const why = whyNoBrowser();
const MANY = 50;
/** More than the page ever shows: its end is what one reads it for. */
const FLOOD = "seq 1 200000 | sed 's/^/line of a flood: /'; ";
const HOST = "policies: { host: { memory_mb: 0, load_per_core: 0, processes: 0 } }\n";

describe.skipIf(why !== null)("the page, oddly", () => {
  let one: TestProject;
  let many: TestProject;
  let work: readonly RunningReeve[];
  let server: RunningReeve;
  let url: string;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    one = shellProject(planOf("ask", "flood"), { ask: ASKS, flood: `${FLOOD}${ASKS}` }, HOST);
    const tasks = Array.from({ length: MANY }, (_, n) => `t${n}`);
    many = shellProject(
      planOf(...tasks),
      { "*": ASKS.replace("Which", "In $REEVE_TASK_ID, which") },
      `max_parallel: 8\n${HOST}`,
    );
    many.with({ XDG_STATE_HOME: one.env["XDG_STATE_HOME"] ?? "" });
    work = [one, many].map((project) => project.start("run", "plan.yaml", "--wait"));
    for (const [project, count] of [
      [one, 2],
      [many, MANY],
    ] as const)
      await until(
        "all questions to be asked",
        () => project.json<{ questions?: unknown[] }>("status")[0]?.questions?.length === count,
        () => project.reeve("status").out,
      );
    server = one.start("serve", "--json", "--port", `${40_000 + (process.pid % 20_000)}`);
    ({ url } = JSON.parse(await server.line(/^\{"url"/)) as { url: string });
    browser = await openBrowser();
    ({ page } = await openPage(browser, url));
  });

  afterAll(async () => {
    await browser?.close();
    server?.signal("SIGINT");
    await server?.ended;
    for (const project of [one, many]) project.reeve("stop");
    for (const each of work) await each.ended;
    await cleanUp(one);
    await cleanUp(many);
  });

  const rows = () =>
    page.locator("[data-row]").evaluateAll((all) => all.map((each) => each.getAttribute("data-row") ?? ""));
  const text = async (selector: string) => (await page.locator(selector).first().textContent()) ?? "";
  const home = async () => {
    await page.goto(`${new URL(url).origin}/#/`);
    await page.locator(".need").first().waitFor();
  };

  it("shows the first few open and the rest as a line each, until they are opened or asked for", async () => {
    expect(await page.locator(".need:not(.small)").count()).toBeLessThan(10);
    expect(await page.locator(".need").count()).toBe(40);
    await page.locator(".more-needs").click();
    expect(await page.locator(".need").count()).toBeGreaterThan(MANY);
    await page.locator(".need.small button").last().click();
    await page.locator(".need.on .choices").waitFor();
    expect(await seriousFaults(page)).toEqual([]);
  });

  it("a key means the row under the cursor: of two questions with one name, that one's is answered", async () => {
    await home();
    const other = basename(many.dir);
    const [row = "", ...more] = (await rows()).filter((each) => / q1$/.test(each) && each.startsWith(other));
    expect(more).toEqual([]);
    await page.locator(`[data-row="${row}"]`).focus();
    await page.locator(".need.on .choices").waitFor();
    expect(await page.locator(".need.on").count()).toBe(1);
    await page.keyboard.press("a");
    expect(await text(".ask-dialog h2")).toBe(`Answer q1 of ${other}`);
    expect(await text(".ask-dialog .does")).toContain(`-C ${many.dir}`);
    await page.locator(".ask-dialog textarea").fill("wait… <b>blue</b>");
    expect(await text(".ask-dialog .does")).toMatch(/answer q1 "wait… <b>blue<\/b>"$/);
    await page.locator(".ask-dialog [type=submit]").click();
    await page.locator(`[data-row="${row}"]`).waitFor({ state: "detached" });
    expect(many.reeve("events").out).toContain("<b>blue</b>");
    expect(one.reeve("events").out).not.toContain("<b>blue</b>");
  });

  it("an answer that is clicked twice is given once", async () => {
    await home();
    const [row = ""] = (await rows()).filter((each) => / q2$/.test(each) && each.startsWith(basename(many.dir)));
    await page.locator(`[data-row="${row}"]`).focus();
    await page.locator(`li[data-row="${row}"] .act.first`).dblclick();
    await page.locator(`[data-row="${row}"]`).waitFor({ state: "detached" });
    expect(await page.locator(".said.refused").count()).toBe(0);
    expect(many.reeve("events").out.match(/q2 is answered/g)?.length ?? 1).toBe(1);
  });

  it("a log of megabytes is read from its end, and says that there is more", async () => {
    const project = encodeURIComponent(
      (await rows()).find((row) => row.startsWith(basename(one.dir)))?.split(" ")[0] ?? "",
    );
    await page.goto(`${new URL(url).origin}/#/p/${project}/r1/log/flood`);
    await page.getByText("line of a flood: 200000", { exact: false }).waitFor();
    expect(await text("main")).toMatch(/The last 3,000 lines; there is more\. The command above shows all of it\./);
    expect(await page.evaluate("innerHeight + scrollY > document.documentElement.scrollHeight - 80")).toBe(true);
  });

  it("an address of what is not there says so, also where it was typed wrong", async () => {
    const origin = new URL(url).origin;
    for (const [path, said] of [
      ["nobody/r1/time", "Reeve knows no such project on this machine."],
      ["%E0%A4/r1/board", "Reeve knows no such project on this machine."],
    ] as const) {
      await page.goto(`${origin}/#/p/${path}`);
      await page.getByText(said).waitFor();
    }
    await page.getByRole("link", { name: "What needs you" }).click();
    await page.locator(".need").first().waitFor();
    expect(new URL(page.url()).hash).toBe("#/");
  });

  it("a run that is removed while one looks at it is not shown any more, and comes back with it", async () => {
    await page
      .locator(`.side a:has-text("${basename(many.dir)}")`)
      .first()
      .click();
    await page.locator(".run-head h1").waitFor();
    many.reeve("stop");
    const run = join(many.dir, ".reeve/runs/r1");
    renameSync(run, `${many.dir}-away`);
    await page.getByText("There is nothing to show here.").waitFor();
    expect(await text("main")).toContain("There is no run r1 here");
    renameSync(`${many.dir}-away`, run);
    await page.locator(".run-head h1").waitFor();
  });

  it("an order that the server does not answer says what to do, not what a browser calls it", async () => {
    await home();
    server.signal("SIGKILL");
    await server.ended;
    const button = page.locator(".need.on .act.first, .need .act.first").first();
    await button.click();
    await until("the refusal", async () => (await page.locator(".said.refused").count()) === 1);
    expect(await text(".said")).toBe("The server does not answer. Look whether it was taken before you send it again.");
  });
});
