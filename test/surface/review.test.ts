/** What somebody reads who reviews a run, word for word, as text and as Markdown; and what may be done with it. */
import { describe, expect, it } from "vitest";
import { obstacleOf } from "../../src/app/deliver/obstacle.ts";
import { pullRequestsOf } from "../../src/app/deliver/pull-requests.ts";
import { gate } from "../../src/testing/outcomes.ts";
import { renderReview } from "../../src/views/cli/deliver/render-review.ts";
import { obstacleText } from "../../src/views/refusals/obstacle-words.ts";
import { markdownWriter, reviewMarkdown } from "../../src/views/review/review-markdown.ts";
import { expectGolden } from "../golden-text.ts";
import { aBusyRun, aFolderRun, anEndedRun, commit, ReviewedRun } from "./reviewed-run.ts";

const ALONE = { holder: null, partial: false };

describe("a review", () => {
  it("of a run that has ended, as text", () => {
    expectGolden("review", `${renderReview(anEndedRun().review(), null).join("\n")}\n`);
  });

  it("of a run that goes on, of one task of it, and of a run without branches", () => {
    const busy = aBusyRun().review();
    const parts = [renderReview(busy, null), renderReview(busy, "api"), renderReview(aFolderRun().review(), null)];
    expectGolden("review-others", `${parts.map((lines) => lines.join("\n")).join("\n\n---\n\n")}\n`);
  });

  it("as Markdown", () => {
    expectGolden("review-markdown", reviewMarkdown(anEndedRun().review()));
  });

  it("counts what was spent on a task over all its attempts, and says where no price is known", () => {
    const { tasks, run } = anEndedRun().review();
    expect(tasks.find((task) => task.id === "schema")?.cost).toEqual({
      attempts: 1,
      tokens: 4000,
      usd: 0.12,
      usdKnown: 0.12,
      tookMs: 122_000,
    });
    expect(tasks.find((task) => task.id === "api")?.cost).toMatchObject({
      attempts: 3,
      tokens: 4900,
      usd: null,
      usdKnown: 0.12,
    });
    expect(run.cost).toMatchObject({ usd: null, usdKnown: 0.36 });
  });

  it("is cut at whole sections where it would be too long", () => {
    const text = reviewMarkdown(anEndedRun().review(), 1000);
    expect(text.length).toBeLessThan(1050);
    expect(text).toMatch(/… \d sections left out\.\n$/);
    expect(text.match(/^ *```/gm)?.length ?? 0).toBe(0);
  });
});

describe("green or why not", () => {
  it("is green when the last merge has shown it", () => {
    expect(aFinishedRun().review().run).toMatchObject({ health: "green", head: commit("merge b.1") });
  });

  it("needs a look at the whole where tasks have gates of their own, and is red when that fails", () => {
    const run = aFinishedRun([{ name: "lint", run: "lint", timeoutS: 1 }]);
    expect(run.review().run).toMatchObject({ phase: "working", health: "unchecked" });
    run.after(1, (each) =>
      each.when({ type: "run_checked", head: commit("merge b.1"), gates: [gate("quality", "failed")] }),
    );
    // Nobody's own fault by what is known: a person is asked what to do about it.
    expect(run.review().run).toMatchObject({ phase: "working", health: "red", questions: ["q1"] });
    expect(obstacleOf(run.review(), ALONE)).toMatchObject({ kind: "needs_person" });
    // Looked at once more and still red: it ends so, and cannot be landed.
    run.after(1, (each) => each.when({ type: "answer", question: "q1", text: "I have looked" }));
    run.after(1, (each) =>
      each.when({ type: "run_checked", head: commit("merge b.1"), gates: [gate("quality", "failed")] }),
    );
    expect(run.review().run).toMatchObject({ phase: "ended", health: "red" });
    expect(obstacleOf(run.review(), ALONE)).toMatchObject({ kind: "red" });
  });
});

const HOLDER = { pid: 7, host: "here", since: "", command: "" };

describe("what stands in the way of landing", () => {
  it("is nothing for a finished green run", () => {
    expect(obstacleOf(aFinishedRun().review(), ALONE)).toBeNull();
  });

  it("is that tasks were not done, unless that is accepted", () => {
    const skipped = anEndedRun().review();
    expect(obstacleOf(skipped, ALONE)).toBeNull();
    const tasks = skipped.tasks.map((task) => (task.id === "mail" ? { ...task, status: "given_up" as const } : task));
    const review = { ...skipped, tasks };
    const obstacle = obstacleOf(review, ALONE);
    expect(obstacle).toMatchObject({ kind: "partial", missing: ["mail"] });
    expect(obstacle && obstacleText(obstacle)).toContain("(mail)");
    expect(obstacleOf(review, { ...ALONE, partial: true })).toBeNull();
  });

  it("is that it has not ended: who works on it, or what it waits for", () => {
    const review = aBusyRun().review();
    expect(obstacleOf(review, { holder: HOLDER, partial: true })).toMatchObject({ kind: "held" });
    expect(obstacleOf(review, ALONE)).toMatchObject({ kind: "needs_person", questions: ["q1"] });
    const young = new ReviewedRun([{ id: "a" }]).up("a.1");
    expect(obstacleOf(young.review(), ALONE)).toMatchObject({ kind: "unfinished" });
  });

  it("is that there is nothing to land", () => {
    expect(obstacleOf(aFolderRun().review(), ALONE)).toMatchObject({ kind: "no_branch" });
    const idle = new ReviewedRun([{ id: "a" }])
      .up("a.1")
      .after(1, (run) =>
        run.when({ type: "skip", task: "a", because: "no", dependants: "end" }).ends("a.1", { type: "stopped" }),
      );
    expect(obstacleOf(idle.review(), { ...ALONE, partial: true })).toMatchObject({ kind: "empty" });
  });
});

describe("what is proposed", () => {
  const wish = { perTask: false, branch: null, draft: false };

  it("is the integration branch against the run's base", () => {
    const [proposal, ...others] = pullRequestsOf(aFinishedRun().review(), wish, markdownWriter);
    expect(others).toEqual([]);
    expect(proposal).toMatchObject({
      branch: "reeve/r1/integration",
      commit: commit("merge b.1"),
      base: "main",
      draft: false,
    });
  });

  it("per task is each that changed something, on top of the one it builds on", () => {
    const proposals = pullRequestsOf(anEndedRun().review(), { ...wish, perTask: true, draft: true }, markdownWriter);
    expect(proposals.map(({ branch, base, commit: at, draft }) => [branch, base, at, draft])).toEqual([
      ["reeve/r1/schema-tables-for-orders", "main", commit("schema.1"), true],
      ["reeve/r1/api-order-api", "reeve/r1/schema-tables-for-orders", commit("api.3"), true],
    ]);
    expect(proposals[1]?.body).toContain("Merge after: `schema`.");
  });

  it("may have other names on the remote", () => {
    const review = anEndedRun().review();
    expect(pullRequestsOf(review, { ...wish, branch: "shop" }, markdownWriter)[0]?.branch).toBe("shop");
    expect(pullRequestsOf(review, { ...wish, branch: "shop", perTask: true }, markdownWriter)[0]?.branch).toBe(
      "shop/schema-tables-for-orders",
    );
  });

  it("is nothing where nothing was merged", () => {
    expect(pullRequestsOf(new ReviewedRun([{ id: "a" }]).review(), wish, markdownWriter)).toEqual([]);
    expect(pullRequestsOf(aFolderRun().review(), { ...wish, perTask: true }, markdownWriter)).toEqual([]);
  });
});

/** Two tasks, both merged; `gates` are of the second alone. */
function aFinishedRun(gates: readonly { name: string; run: string; timeoutS: number }[] = []): ReviewedRun {
  const run = new ReviewedRun([{ id: "a" }, { id: "b", gates }]);
  for (const attempt of ["a.1", "b.1"]) {
    run
      .up(attempt)
      .ends(attempt)
      .verified(attempt, { created: [attempt], files: 1 })
      .merged(attempt);
  }
  return run;
}
