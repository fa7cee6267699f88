/** `reeve report` of real runs: what a person who slept reads, in each form, and that no agent's text becomes markup. */
import { statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ASKS, aShellProject, DONE, planOf } from "./kit.ts";

const HOSTILE = "<script>alert(1)</script> **bold** [x](http://evil.example)";

function aNight() {
  const plan = `${planOf("a", "b", "c")}`.replace("title:", `title: ${JSON.stringify(HOSTILE)} #`);
  const project = aShellProject(plan, {
    a: ASKS,
    b: `[ -e tried ] || { touch tried; kill -9 $$; }; ${DONE}`,
    c: DONE,
  });
  expect(project.reeve("run", "plan.yaml").code).toBe(3);
  return project;
}

describe("reeve report", () => {
  it("says first how much is done and what to decide, with the command that answers", () => {
    const { code, out } = aNight().reeve("report");
    expect(code).toBe(0);
    expect(out).toMatch(/^# 2 of 3 tasks are done\. /);
    expect(out.indexOf("## Decide")).toBeLessThan(out.indexOf("## Done"));
    expect(out).toContain("`reeve answer q1");
    expect(out).toMatch(/Waiting costs time: a has been waiting since \d\d:\d\d\./);
    expect(out).toMatch(/\*\*crash, 1 time: .*\*\* \(b\)\. Of 1 task: 1 done since\./);
  });

  it("is one page that loads and runs nothing, whatever agents and plans say", () => {
    const { out } = aNight().reeve("report", "--html");
    expect(out).toContain("default-src 'none'");
    expect(out).not.toContain("<script");
    expect(out).not.toMatch(/(src|href)="(?!#)/);
    expect(out).toContain("&#60;script&#62;alert(1)");
    expect(out.match(/<i class="(done|question)"><\/i>/g)).toHaveLength(3);
  });

  it("leaves what agents and plans say as text in Markdown too", () => {
    const { out } = aNight().reeve("report", "--md");
    expect(out).toContain("\\<script\\>alert(1)");
    expect(out).toContain("\\[x\\](http");
  });

  it("is written where that is asked for, for its owner alone, and refuses what it cannot write", () => {
    const project = aNight();
    expect(project.reeve("report", "--html", "--out", "morning.html").code).toBe(0);
    expect(statSync(join(project.dir, "morning.html")).mode & 0o777).toBe(0o600);
    expect(project.reeve("report", "--out", "no/such/folder.md")).toMatchObject({
      code: 2,
      err: expect.stringContaining("Name another file with --out."),
    });
    expect(project.reeve("report", "--html", "--md").code).toBe(2);
  });

  it("is the same as data", () => {
    const [report] = aNight().json<{ decide: { state: string }[]; tally: string[]; money: object }>("report");
    expect(report?.tally).toEqual(["question", "done", "done"]);
    // Nobody works on it, and it asks.
    expect(report?.decide.map(({ state }) => state)).toEqual(["warned", "question"]);
  });
});
