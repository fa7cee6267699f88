/** The report of a run with something of everything: what it recommends, what waiting costs, what was given up, and that text stays text. */
import { expect, it } from "vitest";
import { watchedOf } from "../../../test/screens/scene.ts";
import { given } from "../../testing/given.ts";
import { blocked, done, failed, gate } from "../../testing/outcomes.ts";
import { reportOf } from "./report.ts";
import { reportHtml } from "./report-html.ts";
import { reportMarkdown } from "./report-markdown.ts";

const clock = (at: number) => new Date(at).toISOString().slice(11, 16);
const HOSTILE = "<script>alert(1)</script> **bold** with or without tax?";

function aReport(isLanded = false) {
  const run = given({
    tasks: [
      "merged",
      { id: "prices", title: "<img src=x onerror=alert(1)>" },
      { id: "later", dependsOn: ["prices"] },
      { id: "port", title: "Free the port" },
      { id: "search", dependsOn: ["port"] },
      { id: "search-page", dependsOn: ["search"] },
    ],
    isolated: true,
    settings: { maxParallel: 4, budgets: { usd: 20 } },
  });
  const { view, history, now } = watchedOf(run, [
    () => run.up("merged.1").up("prices.1").up("port.1"),
    () => run.pass(600_000),
    () => run.ends("merged.1", done("merged")).verified("merged.1", gate("quality", "passed")).integrated("merged.1"),
    () => run.ends("port.1", failed("auth", "terminal", "port 5432 is taken")),
    () => run.when({ type: "skip", task: "port", because: "not tonight", dependants: "end" }),
    () => run.ends("prices.1", blocked("prices", { uncertain_about: HOSTILE, options: ["With tax", "it's without"] })),
  ]);
  return reportOf({ project: "shop", view, history, isWorked: true, isLanded }, now, clock);
}

it("recommends with a command that can be pasted, and says how much work waits", () => {
  const [decision] = aReport().decide;
  expect(decision?.advice).toBe("Recommended by its agent: With tax");
  expect(decision?.commands[0]).toBe("reeve answer q2 'With tax'");
  expect(decision?.waiting).toMatch(
    /^Waiting costs time: prices, later have been waiting since .* of work waits behind it\.$/,
  );
});

it("names what was given up once, with what it cost and what never began because of it", () => {
  expect(aReport().givenUp).toEqual([
    expect.objectContaining({ task: "port", title: "Free the port", never: ["search", "search-page"] }),
  ]);
  expect(aReport().givenUp[0]?.tried).toMatch(/^1 attempt, .* of work/);
});

it("says when it will end while it is worked on, and that it has landed where it has", () => {
  expect(aReport().figures.at(-1)?.value).toMatch(/^about \d\d:\d\d$/);
  expect(aReport(true).lede).toContain("it has landed");
});

it("shows what agents and plans say as text in every form", () => {
  const report = aReport();
  const html = reportHtml(report, { time: clock, day: clock });
  expect(html).not.toMatch(/<script|<img/);
  expect(html).toContain("&#60;script&#62;");
  expect(html).toContain("default-src 'none'");
  expect(reportMarkdown(report, clock)).not.toMatch(/<script>|[^\\]\*\*bold\*\*/);
});

const reportOn = (run: ReturnType<typeof given>, steps: readonly (() => unknown)[]) => {
  const { view, history, now } = watchedOf(run, steps);
  return reportOf({ project: "shop", view, history, isWorked: false, isLanded: false }, now, clock);
};

it("a run whose budget is used up is not to be resumed as it is: it says what the rest would cost", () => {
  const run = given({ tasks: ["a", "b", "c"], isolated: true, settings: { maxParallel: 1, budgets: { usd: 1 } } });
  const spent = { tokens: 1_000, usd: 1.5 };
  const report = reportOn(run, [
    () => run.up("a.1"),
    () => run.pass(60_000),
    () => run.when({ type: "attempt_ended", attempt: "a.1", outcome: done("a"), usage: spent }),
    () => run.verified("a.1", gate("quality", "passed")),
    () => run.integrated("a.1"),
  ]);
  const [decision] = report.decide;
  expect(decision?.advice).toMatch(/^Recommended: grant more if the rest is worth it, then resume it\./);
  expect(decision?.commands[0]).toBe("reeve grant run --usd …");
});

it("who pulled the brake knows why: the report says how to let go, and that nothing is merged where nothing is", () => {
  const run = given({ tasks: ["a", "b"], isolated: true, settings: { maxParallel: 2 } });
  const report = reportOn(run, [() => run.up("a.1"), () => run.when({ type: "brake", reason: "wrong database" })]);
  const [decision, ...others] = report.decide;
  expect(others).toEqual([]);
  expect(decision?.advice).toMatch(/^Recommended: release it once that is over\./);
  expect(decision?.commands[0]).toBe("reeve release");
  expect(report.lede).toContain("Nothing is merged yet");
  expect(report.tally).not.toContain("question");
});
