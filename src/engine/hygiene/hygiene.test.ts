/** What a person does with what a run left is written down, and is no work of the run. */
import { describe, expect, it } from "vitest";
import { given } from "../../testing/given.ts";

const BY = { user: "mara", host: "here", tty: null, pid: 7, command: "reeve clean" };
const LATER_MS = 9 * 24 * 3_600_000;

describe("what a person does with what a run left", () => {
  const deeds = [
    { type: "run_cleaned", removed: { worktree: 2 }, bytes: 10, problems: [], by: BY },
    { type: "landing_begun", into: "main", commit: "c1", by: BY },
    { type: "landing_done", how: "already", into: "main", to: "c1", by: BY },
    { type: "publishing_begun", branches: ["work"], by: BY },
  ] as const;

  it.each(deeds)("$type is one event, starts nothing, and counts no minute of work", (deed) => {
    const run = given({ tasks: ["a"] });
    run.up("a.1");
    const heard = run.state.run.heardAt;
    run.quietly().at += LATER_MS;
    expect(
      run
        .when(deed)
        .then()
        .map(({ type }) => type),
    ).toEqual([deed.type]);
    expect(run.state.run.heardAt).toBe(heard);
  });

  it("a run knows where its work was brought, and not that a landing was refused", () => {
    const run = given({ tasks: ["a"] });
    run.when({ type: "landing_done", how: "refused", into: "main", sentence: "Files are in the way.", by: BY });
    expect(run.state.run.landed).toBeUndefined();
    run.when({ type: "landing_done", how: "merge", into: "main", from: "c0", to: "c1", by: BY });
    expect(run.state.run.landed).toMatchObject({ into: "main", to: "c1" });
  });
});
