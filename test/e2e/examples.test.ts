/** Every example does what its page says: its first commands are run in order, in a copy of its folder. */
import { spawnSync } from "node:child_process";
import { cpSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { gitIn } from "../repository.ts";
import { thoroughly } from "../thoroughly.ts";
import { commandsOf, EXAMPLES } from "./example-page.ts";
import { allGone, aProject } from "./kit.ts";
import type { Ran, TestProject } from "./project.ts";

interface Promised {
  /** Exit code of each command on the page. */
  readonly codes: readonly number[];
  readonly check: (ran: readonly Ran[], project: TestProject) => void;
}

const PROMISED: Readonly<Record<string, Promised>> = {
  "01-hello": {
    codes: [0, 0],
    check: (_ran, project) => {
      for (const letter of ["morning", "evening", "reply"])
        expect(project.read(`out/${letter}.txt`)).toMatch(/^(Good|Thank)/);
    },
  },
  "02-gang": {
    codes: [0, 0],
    check: ([, why], project) => {
      expect(why?.out).toContain("restarts with its gang database");
      expect(project.json("status")).toMatchObject([{ counts: { done: 3 }, attempts: 5 }]);
    },
  },
  "03-question": {
    codes: [3, 0, 0],
    check: ([first], project) => {
      expect(first?.out).toContain("Are prices shown with or without tax?");
      expect(project.read(".reeve/runs/r1/attempts/prices.2/prompt.txt")).toContain("The answer: with tax");
    },
  },
  "04-library": {
    codes: [0],
    check: ([ran]) => {
      expect(ran?.out).toContain("2 of 2 tasks are done\n");
      expect(ran?.out).toContain("start root/b");
    },
  },
  "15-follow-a-run": {
    codes: [0],
    check: ([ran]) => {
      expect(ran?.out).toContain("q1 asks: Are prices shown with or without tax?\nno_such_option: ");
      expect(ran?.out).toMatch(/prices is done\nship is done\nr1 ended: 3 of 3 tasks are done\nno_run\n$/);
    },
  },
  "16-own-adapter": {
    codes: [0, 0, 0],
    check: ([, run, program], project) => {
      expect(run?.out).toContain("All 2 tasks are done");
      expect(project.json("status")).toMatchObject([{ counts: { done: 2 } }]);
      expect(program?.out).toBe("r1 ended: done\n");
    },
  },
  "17-tree": {
    codes: [0],
    check: ([ran]) => {
      expect(ran?.out).toContain("root/jobs#2 failed at start 2\nfails twice succeeds at start 3\nalready_started: ");
      expect(ran?.out).toMatch(/extra: running\njobs: running\nclock: undefined\nthe tree ended: shutdown\n$/);
    },
  },
  "05-worktrees": {
    codes: [0, 0, 0, 0, 0, 0, 0],
    check: ([, , , , why, review], project) => {
      expect(why?.out).toContain("| menu.txt names about.html, which is missing");
      expect(why?.out).toContain("is sent back: it conflicts with contact in 1 file");
      expect(review?.out).toMatch(/^reeve\/r1\/integration at \w+ is green: 1 quality gate passed$/m);
      expect(project.read(".reeve/runs/r1/attempts/about.2/prompt.txt")).toContain(
        "names about.html, which is missing",
      );
      expect(project.read(".reeve/runs/r1/attempts/about.3/prompt.txt")).toContain(">>>>>>> this task");
      expect(project.read("menu.txt")).toBe("index.html\ncontact.html\nabout.html\n");
      expect(gitIn(project.dir, "status", "--porcelain")).toBe("");
    },
  },
  "06-contract": {
    codes: [0, 0, 0, 0, 0, 1],
    check: ([, , , run, contract, coherence]) => {
      expect(run?.out).toContain("The integrated work is green (4 commitments and criteria passed)");
      expect(contract?.out).toContain("The contract is kept");
      expect(coherence?.out).toMatch(/critical: .*users-give-finduser-a-better-name removes `findUser`/);
    },
  },
  "07-policies": {
    codes: [0, 0],
    check: (ran) => {
      for (const { out } of ran)
        expect(out).toMatch(/^one cause, one fix +100\.0 %[^\n]*\nretry each alone +100\.0 %/m);
    },
  },
  "08-out-of-order": {
    codes: [0, 0, 0, 0, 0],
    check: ([, , , run, why], project) => {
      const told = [...(run?.out ?? "").matchAll(/^[\d:]+ {2}(\S+): is merged/gm)].map(([, task]) => task);
      expect(told.toSorted()).toEqual(["1-rooms", "2-guests", "3-calendar", "4-reservation", "5-invoices"]);
      for (const early of ["3-calendar", "5-invoices"]) {
        expect(told.indexOf("4-reservation")).toBeLessThan(told.indexOf(early));
        expect(run?.out).toContain(`${early}: now waits for 4-reservation: it needs src/reservation.mjs`);
        expect(run?.out).not.toContain(`${early}: attempt 3`);
      }
      expect(run?.out).not.toContain("asks you");
      expect(why?.out).toContain("Cannot find module 'src/reservation.mjs' imported from src/calendar.mjs");
      expect(project.read(".reeve/runs/r1/attempts/3-calendar.2/prompt.txt")).toContain("is now in your workspace");
    },
  },
  // Its run needs real agents: test/agents/two-agents.agents.test.ts.
  "10-board": {
    codes: [0, 0, 0],
    check: ([, run, status], project) => {
      expect(run?.out).toContain("tasks/3-price-type.md: the Implementor starts again with the same input.");
      expect(status?.out).toContain("phase complete, 4 of 4 tasks done");
      expect(project.read("tasks/3-price-type.md")).toContain("## Supervisor Log");
      expect(project.read("menu.txt")).toBe("cents, never fractions\n");
    },
  },
  "14-epic": {
    codes: [0, 0, 0, 0, 5, 0, 0, 0],
    check: (ran, project) => {
      expect(ran[6]?.out).toContain("menu-2 did not pass: the page shows no prices");
      expect(ran[6]?.out).toContain("menu-2-fix1 is dispatched to coder.");
      expect(ran[7]?.out).toContain("menu-3-verify1  ready_for_user_review");
      expect(project.read("epics/menu.md")).toMatch(/^status: ready_for_user_review$/m);
      expect(project.read("epics/menu.md")).toContain("## Final Summary");
    },
  },
  "13-pipeline": {
    codes: [0, 0, 0],
    check: ([run, messages, why], project) => {
      expect(run?.out).toContain("All 6 tasks are done");
      expect(messages?.out).toContain("[supervisor] CHECKPOINT-002: pass");
      expect(why?.out).toContain("CHECKPOINT-002 is done.");
      expect(project.read(".reeve/sessions/booking/artifacts/CHECKPOINT-001-report.md")).toContain("CHECKPOINT-001");
    },
  },
  // Its run needs a real agent: test/agents/board.agents.test.ts.
  "12-agent-board": {
    codes: [0],
    check: ([check]) => {
      expect(check?.out).toContain("tasks/1-design-greeting.md");
    },
  },
  "11-checkpoint": {
    codes: [1, 0, 0, 0, 1],
    check: ([strict, , again, , login], project) => {
      expect(strict?.out).toContain('requirements.md:4 says "customer" where brief.md:14 has chosen "Guest"');
      expect(strict?.out).toContain("FR-003 is cited by no task of the plan");
      expect(again?.out).toContain("accepted by Ada");
      expect(login?.out).toContain("1.3 is cited by no story or task");
      expect(login?.out).toContain('cites "All" instead of ids');
      expect(project.read("booking/artifacts/CHECKPOINT-003-report.md")).toContain("## Verdict");
    },
  },
  "09-two-agents": {
    codes: [0, 0, 0, 0],
    check: ([, , , check]) => {
      expect(check?.out).toContain("The plan is valid: 4 tasks, 1 can start at once, at most about 2 in parallel.");
      expect(check?.out).toContain("Agents: codex ×2, claude ×2. Longest chain: module → tests → cli.");
    },
  },
};

describe("example", () => {
  it.each(readdirSync(EXAMPLES).slice(0, thoroughly(Number.POSITIVE_INFINITY, 2)))("%s", async (name) => {
    const promised = PROMISED[name];
    if (!promised) throw new Error(`nothing is promised here for examples/${name}: add it to this test`);
    const project = aProject();
    cpSync(join(EXAMPLES, name), project.dir, { recursive: true });
    const ran = commandsOf(name).map((words) => perform(project, name, words));
    expect(ran.map(({ code }) => code)).toEqual(promised.codes);
    promised.check(ran, project);
    await allGone(project);
  });
});

/** `git` knows who commits; `node` runs where the example lies, because there it finds the package by its name. */
function perform(project: TestProject, name: string, [program, ...args]: string[]): Ran {
  if (program === "reeve") return project.reeve(...args);
  if (program === "git") return { code: 0, out: gitIn(project.dir, ...args), err: "" };
  if (program !== "node") throw new Error(`the page of ${name} has a command this test cannot run: ${program}`);
  const options = { cwd: join(EXAMPLES, name), env: project.env, encoding: "utf8" } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, args, options);
  return { code: status, out: stdout, err: stderr };
}
