/**
 * Every order of the page, given by a click in a real Chromium: one confirmation that names what is meant and shows the
 * command, then the effect in the journal. What cannot be is refused in a sentence, where the person looks.
 */
import { rmSync, writeFileSync } from "node:fs";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Event } from "../../src/engine/event.ts";
import { cleanUp, eventsOf, ofType } from "../e2e/kit.ts";
import type { RunningReeve, TestProject } from "../e2e/project.ts";
import { gitIn } from "../repository.ts";
import { until } from "../wait.ts";
import { startActs } from "./acts-files.ts";
import { handOn } from "./acts-hand.ts";
import { openBrowser, openPage, whyNoBrowser } from "./browser.ts";

const why = whyNoBrowser();

describe.skipIf(why !== null)("acting by clicks", () => {
  let project: TestProject;
  let work: RunningReeve;
  let server: RunningReeve;
  let browser: Browser;
  let page: Page;
  let go: string;
  let url: string;

  beforeAll(async () => {
    ({ project, work, server, url, go } = await startActs());
    browser = await openBrowser();
    ({ page } = await openPage(browser, url));
  });

  afterAll(async () => {
    await browser?.close();
    project.reeve("stop");
    await work?.ended;
    server?.signal("SIGINT");
    await server?.ended;
    await cleanUp(project);
    rmSync(go, { force: true });
  });

  const journal = <T extends Event["type"]>(type: T) => ofType(eventsOf(project), type);
  const { goTo, button, dialog, confirmation, confirm, onTask } = handOn(() => page);

  it("pauses and resumes the run", async () => {
    await goTo("b", ".board");
    await button("Pause").click();
    expect(await confirmation()).toEqual(["Pause r1", "reeve pause"]);
    expect(journal("run_paused")).toEqual([]);
    await confirm();
    await button("Resume").waitFor();
    expect(journal("run_paused")).toHaveLength(1);
    await button("Resume").click();
    expect(await confirmation()).toEqual(["Resume r1", "reeve resume"]);
    await confirm();
    await button("Pause").waitFor();
    expect(journal("run_resumed")).toHaveLength(1);
  });

  it("changes nothing when the confirmation is left", async () => {
    const before = eventsOf(project).length;
    await button("Brake").click();
    await page.keyboard.press("Escape");
    await dialog().waitFor({ state: "detached" });
    await button("Pause").click();
    await dialog().getByText("Leave it").click();
    await dialog().waitFor({ state: "detached" });
    expect(eventsOf(project)).toHaveLength(before);
  });

  it("tells an agent at work", async () => {
    await onTask("spin");
    await button("Tell").click();
    expect(await dialog().locator("button[type=submit]").isDisabled()).toBe(true);
    await dialog().locator("textarea").fill('mind "the" $cents');
    expect(await confirmation()).toEqual(["Tell spin", `reeve tell spin 'mind "the" $cents'`]);
    await page.keyboard.press("Control+Enter");
    await dialog().waitFor({ state: "detached" });
    expect(JSON.stringify(eventsOf(project))).toContain('mind \\"the\\" $cents');
  });

  it("acknowledges a question, which stays open", async () => {
    await goTo("n", ".need");
    const need = page.locator(".need", { hasText: "Which colour?" });
    await need.locator("button.act", { hasText: "Acknowledge" }).click();
    expect((await confirmation()).join(": ")).toMatch(/^Acknowledge (q\d): reeve ack \1$/);
    await confirm();
    await need.getByText("acknowledged").waitFor();
    expect(journal("question_acknowledged")).toHaveLength(1);
  });

  it("answers a question where it stands, and the row goes by itself", async () => {
    const need = page.locator(".need", { hasText: "Which colour?" });
    await need.getByText("blue", { exact: true }).click();
    expect(await need.locator(".act.first code").textContent()).toMatch(/^reeve answer q\d "blue"$/);
    await need.locator(".act.first").click();
    await need.waitFor({ state: "detached" });
    expect(journal("question_answered")).toMatchObject([{ text: "blue" }]);
  });

  it("refuses a change of the plan, with the reason that the task is told", async () => {
    const need = page.locator(".need", { hasText: "(n1)" });
    await need.locator("button.act", { hasText: "Refuse" }).click();
    await dialog().locator("textarea").fill("use the file");
    expect(await confirmation()).toEqual(["Refuse n1", 'reeve reject n1 --because "use the file"']);
    await confirm();
    await need.waitFor({ state: "detached" });
    expect(journal("replan_dropped")).toMatchObject([{ replan: "n1" }]);
    expect(journal("plan_changed")).toEqual([]);
  });

  it("approves a change of the plan", async () => {
    const need = page.locator(".need", { hasText: "(n2)" });
    await need.locator("button.act", { hasText: "Approve" }).click();
    expect(await confirmation()).toEqual(["Approve n2", "reeve approve n2"]);
    await confirm();
    await need.waitFor({ state: "detached" });
    expect(journal("plan_changed")).toMatchObject([{ replan: "n2" }]);
  });

  it("skips a task and takes it in again; what came too late is refused in the dialog", async () => {
    await onTask("later");
    await button("Skip").click();
    await dialog().locator("textarea").fill("not now");
    expect(await confirmation()).toEqual(["Skip later", 'reeve skip later --because "not now"']);
    await confirm();
    await page.locator(".badge.skipped").waitFor();
    expect(journal("task_skipped")).toMatchObject([{ task: "later" }]);
    await button("Retry").click();
    await dialog().locator("textarea").fill("now then");
    project.reeve("retry", "later", "--because", "somebody was faster");
    await dialog().locator("button[type=submit]").click();
    await dialog().getByRole("alert").waitFor();
    expect(await dialog().getByRole("alert").textContent()).toMatch(/later/);
    await page.keyboard.press("Escape");
    await page.locator(".badge.waiting").waitFor();
  });

  it("retries a task, which is told what has changed", async () => {
    project.reeve("skip", "later", "--because", "once more");
    await page.locator(".badge.skipped").waitFor();
    await button("Retry").click();
    expect(await dialog().locator("button[type=submit]").isDisabled()).toBe(true);
    await dialog().locator("textarea").fill("it's needed after all");
    expect(await confirmation()).toEqual(["Retry later", `reeve retry later --because "it's needed after all"`]);
    await confirm();
    await page.locator(".badge.waiting").waitFor();
    expect(JSON.stringify(eventsOf(project))).toContain("it's needed after all");
  });

  it("cuts an attempt that spins", async () => {
    await onTask("spin");
    const before = journal("attempt_started").filter(({ task }) => task === "spin").length;
    await button("Cut").click();
    await dialog().locator("textarea").fill("reads one file for ever");
    expect(await confirmation()).toEqual(["Cut spin", 'reeve cut spin --because spinning "reads one file for ever"']);
    await confirm();
    const ended = () => journal("attempt_ended").filter(({ attempt }) => attempt.startsWith("spin."));
    await until("another attempt, or a question", () => ended().length >= before);
    expect(JSON.stringify(eventsOf(project))).toContain("reads one file for ever");
  });

  it("brakes the run and releases it", async () => {
    await goTo("b", ".board");
    await button("Brake").click();
    await dialog().locator("textarea").fill("the API moves");
    expect(await confirmation()).toEqual(["Brake r1", 'reeve brake "the API moves"']);
    await confirm();
    await page.locator(".braked-bar", { hasText: "the API moves" }).waitFor();
    await button("Release").click();
    expect(await confirmation()).toEqual(["Release r1", "reeve release"]);
    await work.ended;
    await confirm();
    // A braked run ends; who resumes it takes the order first.
    await page.locator(".said", { hasText: "the next `reeve run` takes it first" }).waitFor();
    work = project.start("run", "--wait");
    await page.locator(".braked-bar").waitFor({ state: "detached" });
    expect(project.reeve("status").out).not.toContain("halted");
  });

  it("lands a run that has ended, and then nothing needs you", async () => {
    writeFileSync(go, "");
    await until("the run to end", () => {
      // What was cut asks what should become of it.
      for (const { id } of project.json<{ questions: { id: string }[] }>("status")[0]?.questions ?? [])
        project.reeve("answer", id, "go on");
      return journal("run_ended").length > 0;
    });
    await work.ended;
    await goTo("n", ".need");
    const need = page.locator(".need", { hasText: "is ready to review" });
    await need.locator("button.act", { hasText: "Land" }).click();
    expect(await confirmation()).toEqual(["Land r1", "reeve land"]);
    await confirm();
    await page.getByText("Nothing needs you.").waitFor();
    expect(["ask", "table"].map((name) => gitIn(project.dir, "show", `main:${name}.txt`))).toEqual(["blue", "work"]);
  });
});
