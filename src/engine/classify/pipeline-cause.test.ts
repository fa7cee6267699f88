import { expect, test } from "vitest";
import { pipelineCause } from "./pipeline-cause.ts";

const owned = [{ path: "src/a.ts", task: "t2" }];

test("a gap in the spec comes before everything else", () => {
  expect(pipelineCause({ specGap: "which currency?", filesOwnedByOthers: owned, contextCut: true })).toEqual({
    cause: "spec_gap",
    because: "The spec leaves something open: which currency?",
  });
});

test("files of another open task are named, the first three of them", () => {
  const many = ["a", "b", "c", "d", "e"].map((path) => ({ path, task: "t2" }));
  expect(pipelineCause({ filesOwnedByOthers: many })?.because).toBe(
    "It touches files that other open tasks own: a (t2), b (t2), c (t2) and 2 more.",
  );
});

test("a cut context is a cause", () => {
  expect(pipelineCause({ contextCut: true, turns: { read: 9, changed: 0 } })?.cause).toBe("context_cut");
});

test("only exploring is four of five turns reading, and no change", () => {
  const cause = (read: number, changed: number, other: number) =>
    pipelineCause({ turns: { read, changed, other } })?.cause;
  expect(cause(8, 0, 2)).toBe("only_explored");
  expect(cause(7, 0, 3)).toBeUndefined();
  expect(cause(19, 1, 0)).toBeUndefined();
  expect(cause(4, 0, 0)).toBeUndefined();
});

test("without any of it there is no such cause", () => {
  expect(pipelineCause({})).toBeNull();
  expect(pipelineCause({ contextCut: false, filesOwnedByOthers: [], specGap: " " })).toBeNull();
});
