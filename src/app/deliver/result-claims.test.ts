/** What a result says is no more than asserted, unless Reeve saw it or ran it. */
import { describe, expect, test } from "vitest";
import type { Changed, GateResult, GateVerdict } from "../../domain/proof/gate.ts";
import type { DoneResult } from "../../domain/work/outcome.ts";
import { claimsOf } from "./result-claims.ts";

const NOTHING: DoneResult = {
  status: "done",
  task_id: "a",
  files_created: [],
  files_modified: [],
  decisions: [],
  tests_added: [],
  concerns: [],
};
const CHANGED: Changed = {
  created: ["new.go", "new_test.go"],
  modified: ["old.go"],
  deleted: ["gone.go"],
  files: 4,
  insertions: 9,
  deletions: 3,
};
const COMMIT = "0123456789012345678901234567890123456789";

function ran(command: string, verdict: GateVerdict = "passed"): GateResult {
  const exit = verdict === "passed" ? 0 : 1;
  const run = { command, exit, output: "sha256:0", at: 1 };
  return { gate: "quality", name: command, verdict, message: "", evidence: [], tookMs: 1, ran: run };
}

function marks(result: Partial<DoneResult>, gates: readonly GateResult[] = [], changed: Changed | null = CHANGED) {
  const claims = claimsOf({ ...NOTHING, ...result }, { changed, commit: COMMIT, gates });
  return claims.map(({ mark, because }) => `${mark}: ${because}`);
}

describe("a file that a result names", () => {
  test.each([
    [{ files_created: ["new.go"] }, "observed: in the diff"],
    [{ files_created: ["./new.go"] }, "observed: in the diff"],
    [{ files_created: ["old.go"] }, "observed: in the diff, but modified"],
    [{ files_modified: ["other.go"] }, "asserted: not in the diff"],
    [{ files_modified: ["gone.go"] }, "asserted: the diff deletes it"],
    [{ tests_added: ["new_test.go::TestAdd"] }, "observed: in the diff"],
    [{ tests_added: ["TestAdd"] }, "asserted: not in the diff"],
  ])("%j is %s", (result, mark) => {
    expect(marks(result)).toEqual([mark]);
  });

  test("is only asserted where nothing was seen, or not all of it", () => {
    expect(marks({ files_created: ["x"] }, [], null)).toEqual(["asserted: Reeve saw no diff"]);
    expect(marks({ files_created: ["x"] }, [], { ...CHANGED, files: 999 })).toEqual([
      "asserted: the list of changes is too long to tell",
    ]);
  });
});

describe("words that say something passes", () => {
  const GO = ran("go test ./...");
  test.each([
    ["All tests pass.", [GO], "verified: Reeve ran `go test ./...` on 0123456, and it passed"],
    ["Ran `go test ./...`, which passes.", [GO], "verified: Reeve ran `go test ./...` on 0123456, and it passed"],
    ["go test ./... passed", [GO], "verified: Reeve ran `go test ./...` on 0123456, and it passed"],
    ["`go vet ./...` passes", [GO], "asserted: Reeve did not run `go vet ./...`"],
    ["`go test ./...` and `go vet ./...` pass", [GO], "asserted: Reeve did not run `go vet ./...`"],
    [
      "All tests pass.",
      [ran("go test ./...", "warned")],
      "asserted: Reeve ran the tests, and they did not simply pass",
    ],
    ["`go test ./...` passes", [ran("go test ./...", "warned")], "asserted: Reeve ran `go test ./...`, and it warned"],
    ["All tests pass.", [ran("gofmt -l .")], "asserted: Reeve ran no tests on it"],
    ["Not all tests pass.", [GO], "asserted: the agent's word"],
    ["The tests should pass.", [GO], "asserted: the agent's word"],
    ["Amounts are stored in cents.", [GO], "asserted: the agent's word"],
  ])("%j", (text, gates, mark) => {
    expect(marks({ decisions: [text] }, gates)).toEqual([mark]);
  });
});

test("that nothing had to be done is observed where nothing was changed; why is the agent's word", () => {
  const none = { ...CHANGED, created: [], modified: [], deleted: [], files: 0 };
  expect(marks({ nothing_to_do: "It is there." }, [], none)[0]).toMatch(/^observed: nothing was changed/);
  expect(marks({ nothing_to_do: "It is there." })).toEqual(["asserted: something was changed"]);
});
