/** Runs to review, played through the engine: a busy one with branches, and one that worked in the project's folder. */
import { createHash } from "node:crypto";
import { type Review, reviewOf } from "../../src/app/deliver/review.ts";
import { emptyHistory, foldHistory } from "../../src/app/deliver/review-history.ts";
import type { Changed, GateResult, Integration } from "../../src/domain/proof/gate.ts";
import { taskBranch } from "../../src/domain/spec/workspace.ts";
import type { DoneResult } from "../../src/domain/work/outcome.ts";
import { given, type Scenario, type TaskSketch } from "../../src/testing/given.ts";
import { blocked, CRASH, done, gate } from "../../src/testing/outcomes.ts";

export class ReviewedRun {
  readonly scenario: Scenario;
  readonly #history = emptyHistory();
  readonly #titles: ReadonlyMap<string, string>;

  constructor(tasks: readonly TaskSketch[], isolated = true) {
    this.scenario = given({ tasks, isolated });
    this.#titles = new Map(tasks.map(({ id, title }) => [id, title ?? id]));
  }

  /** So much time passes, then something happens. */
  after(ms: number, what: (scenario: Scenario) => unknown): this {
    this.#tell();
    this.scenario.pass(ms);
    what(this.scenario);
    this.#tell();
    return this;
  }

  up(attempt: string): this {
    const task = taskOf(attempt);
    const workspace = { branch: taskBranch("r1", task, this.#titles.get(task) ?? task), base: commit("base") };
    const isolated = this.scenario.state.run.base !== null;
    return this.after(1000, (run) =>
      run
        .when({ type: "attempt_claimed", attempt, host: "here", inputHash: "hash" })
        .when({ type: "attempt_up", attempt, pid: 7, ...(isolated ? { workspace } : {}) }),
    );
  }

  ends(attempt: string, result: Partial<DoneResult> = {}, usage: { tokens: number; usd?: number } = PRICED): this {
    const outcome = done(taskOf(attempt), result);
    return this.after(120_000, (run) => run.when({ type: "attempt_ended", attempt, outcome, usage }));
  }

  verified(attempt: string, changed: Partial<Changed>, ...gates: readonly GateResult[]): this {
    const isolated = this.scenario.state.run.base !== null;
    const verification = {
      commit: isolated ? commit(attempt) : null,
      base: isolated ? commit("base") : null,
      changed: { ...NONE, ...changed },
      gates,
    };
    return this.after(5000, (run) => run.when({ type: "task_verified", task: taskOf(attempt), attempt, verification }));
  }

  merged(attempt: string, ...gates: readonly GateResult[]): this {
    const integration = { type: "merged", commit: commit(`merge ${attempt}`), onto: commit("before"), gates } as const;
    return this.after(3000, (run) => run.integrated(attempt, integration));
  }

  review(): Review {
    this.#tell();
    return reviewOf(this.scenario.state, this.#history, this.scenario.at);
  }

  #tell(): void {
    for (const event of this.scenario.then()) foldHistory(this.#history, event, this.scenario.at);
  }
}

/** Looks like a commit, and is the same each time. */
export function commit(of: string): string {
  return createHash("sha1").update(of).digest("hex");
}

const IN_CONFLICT: Integration = {
  type: "conflict",
  onto: commit("before"),
  files: ["src/index.ts"],
  others: ["schema"],
  report: "both sides",
};
const PRICED = { tokens: 4000, usd: 0.12 };
const NONE: Changed = { created: [], modified: [], deleted: [], files: 0, insertions: 0, deletions: 0 };

function taskOf(attempt: string): string {
  return attempt.slice(0, attempt.lastIndexOf("."));
}

/** Words that an agent might use against whoever reads them. */
const HOSTILE = "@admin see [this](https://evil.example) `x` <img src=x> fixes #12\u001b[31m";

/** One merged at once, one after a crash and a conflict, one that is unsure what it costs, one given up. */
export function aBusyRun(): ReviewedRun {
  const run = new ReviewedRun([
    { id: "schema", title: "Tables for orders" },
    { id: "api", title: "Order API", dependsOn: ["schema"] },
    { id: "page", title: "Order page", dependsOn: ["schema"] },
    { id: "mail", title: "Confirmation mail" },
  ]);
  run.up("schema.1").up("mail.1");
  run.ends("schema.1", { decisions: ["Amounts are stored in cents."] });
  const created = { created: ["db/orders.sql"], files: 1, insertions: 40 };
  run.verified("schema.1", created, gate("diff", "passed"), gate("quality", "passed"));
  run.merged("schema.1", gate("quality", "passed"));
  run.up("api.1").up("page.1");
  run.after(60_000, (each) => each.ends("api.1", CRASH));
  run.up("api.2").ends("api.2", { concerns: [HOSTILE] });
  const changed = { created: ["src/api.ts"], modified: ["src/index.ts"], deleted: ["src/old.ts"], files: 3 };
  run.verified(
    "api.2",
    { ...changed, insertions: 120, deletions: 31 },
    gate("diff", "passed"),
    gate("tests_exist", "warned"),
  );
  run.after(2000, (each) => each.integrated("api.2", IN_CONFLICT));
  run.up("api.3").ends("api.3", { concerns: [HOSTILE] }, { tokens: 900 });
  const warning = {
    ...gate("tests_exist", "warned", "No test was added for src/api.ts."),
    evidence: ["```", "src/api.ts"],
  };
  run.verified("api.3", { ...changed, insertions: 120, deletions: 31 }, gate("diff", "passed"), warning);
  run.merged("api.3", gate("quality", "passed"));
  run.after(10, (each) => each.when({ type: "outside_write_seen", paths: ["notes.txt"], ended: [] }));
  run.after(10, (each) => each.ends("mail.1", blocked("mail", { uncertain_about: "Which sender?" })));
  return run;
}

/** The same, brought to its end: the page is done without a change, the mail is skipped by a person. */
export function anEndedRun(): ReviewedRun {
  const run = aBusyRun();
  run.ends("page.1", { nothing_to_do: "it is there" }).verified("page.1", {}, gate("diff", "passed"));
  run.after(3000, (each) =>
    each.integrated("page.1", {
      type: "merged",
      commit: commit("merge api.3"),
      onto: commit("merge api.3"),
      gates: [],
    }),
  );
  return run.after(500, (each) =>
    each.when({ type: "skip", task: "mail", because: "we do without it", dependants: "end" }),
  );
}

/** Works in the project's folder: nothing is merged, and the agent's word is all there is. */
export function aFolderRun(): ReviewedRun {
  const run = new ReviewedRun([{ id: "docs", title: "Docs" }], false);
  return run.up("docs.1").ends("docs.1", { files_created: ["docs/a.md"] }, { tokens: 0, usd: 0 });
}
