import fc from "fast-check";
import { afterEach, beforeEach, expect, test } from "vitest";
import { anIntegrationWorld, type IntegrationWorld, integrated, order } from "../../../test/integration-world.ts";
import { REPORT_BYTES_MAX } from "./report/conflict-report.ts";
import { conflictHunks, cutText } from "./report/report-text.ts";

let world: IntegrationWorld;
let before: string;
const numbered = Array.from({ length: 30 }, (_, index) => `line ${index}`);
const text = (change: Readonly<Record<number, string>> = {}) =>
  `${numbered.map((line, index) => change[index] ?? line).join("\n")}\n`;
beforeEach(() => {
  world = anIntegrationWorld({ "a.txt": text(), "ünï cödé/with space.txt": text(), "other.txt": "x\n" });
  before = world.untouched();
});
afterEach(() => {
  const after = world.untouched();
  world.repository.remove();
  expect(after).toBe(before);
});

type Changes = Readonly<Record<string, string | null>>;

/** The second task's work comes after the first one's was integrated. */
async function collide(first: Changes, second: Changes, secrets: readonly string[] = []) {
  const integrator = world.open({ secrets });
  await integrated(integrator, order("t0", world.work("t0", { "unrelated.txt": "x\n" })));
  await integrated(integrator, order("t1", world.work("t1", first)));
  const onto = world.branch();
  const answer = await integrated(integrator, order("t2", world.work("t2", second)));
  expect(world.branch()).toBe(onto);
  if (answer.type !== "conflict") throw new Error(`expected a conflict, got ${answer.type}`);
  expect(answer.onto).toBe(onto);
  expect(Buffer.byteLength(answer.report)).toBeLessThanOrEqual(REPORT_BYTES_MAX);
  expect(answer.report).not.toContain(onto);
  return answer;
}

test("a conflict of contents shows both sides, and whose the other side is", async () => {
  const { files, others, report } = await collide({ "a.txt": text({ 4: "theirs" }) }, { "a.txt": text({ 4: "mine" }) });
  expect({ files, others }).toEqual({ files: ["a.txt"], others: ["t1"] });
  expect(report).toContain("<<<<<<< integrated\ntheirs\n=======\nmine\n>>>>>>> this task");
  expect(report).toContain("-line 4\n+theirs");
  expect(report).toContain("Merge t1: Do t1");
  expect(report).not.toContain("t0");
});

test("a file that both sides created", async () => {
  const { files, others, report } = await collide({ "new.txt": "theirs\n" }, { "new.txt": "mine\n" });
  expect({ files, others }).toEqual({ files: ["new.txt"], others: ["t1"] });
  expect(report).toContain("new.txt: both sides created it");
});

test("a file that one side deleted and the other changed, both ways round", async () => {
  const deleted = await collide({ "a.txt": null }, { "a.txt": text({ 1: "mine" }) });
  expect(deleted).toMatchObject({ files: ["a.txt"], others: ["t1"] });
  expect(deleted.report).toContain("deleted or moved on the integrated side, changed by this task");
  world.repository.remove();
  world = anIntegrationWorld({ "a.txt": text() });
  before = world.untouched();
  const kept = await collide({ "a.txt": text({ 1: "theirs" }) }, { "a.txt": null });
  expect(kept).toMatchObject({ files: ["a.txt"], others: ["t1"] });
  expect(kept.report).toContain("changed on the integrated side, deleted or moved by this task");
});

test("a file that each side moved to another place", async () => {
  const { files, others, report } = await collide(
    { "a.txt": null, "theirs.txt": text() },
    { "a.txt": null, "mine.txt": text() },
  );
  expect(files).toEqual(expect.arrayContaining(["a.txt", "mine.txt", "theirs.txt"]));
  expect(others).toEqual(["t1"]);
  expect(report).toContain("rename");
});

test("a file that one side moved and the other changed is merged", async () => {
  const integrator = world.open();
  await integrated(integrator, order("t1", world.work("t1", { "a.txt": null, "moved.txt": text() })));
  const merged = await integrated(integrator, order("t2", world.work("t2", { "a.txt": text({ 9: "mine" }) })));
  expect(merged.type).toBe("merged");
  expect(world.repository.git("show", `${world.branch()}:moved.txt`)).toContain("mine");
});

test("a file on one side that is a folder on the other has one name", async () => {
  const { files } = await collide({ notes: "a file\n" }, { "notes/one.txt": "a folder\n" });
  expect(files).toEqual(["notes"]);
});

test("names with spaces and letters of all kinds come through", async () => {
  const path = "ünï cödé/with space.txt";
  const { files, report } = await collide({ [path]: text({ 2: "theirs" }) }, { [path]: text({ 2: "mine" }) });
  expect(files).toEqual([path]);
  expect(report).toContain(`## ${path}`);
});

test("names that git would take for patterns or options are only names", async () => {
  const odd = { ":(glob)**": "1\n", "-n": "1\n", "*": "1\n" };
  const { files, others } = await collide(odd, { ":(glob)**": "2\n", "-n": "2\n", "*": "2\n" });
  expect(files.toSorted()).toEqual(Object.keys(odd).toSorted());
  expect(others).toEqual(["t1"]);
});

test("many and long conflicts stay within the bound, and the report says what it left out", async () => {
  const files = (word: string) =>
    Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`file-${n}.txt`, `${`${word} ${n}\n`.repeat(500)}`]));
  const { files: named, report } = await collide(files("theirs"), files("mine"));
  expect(named).toHaveLength(40);
  expect(report).toContain("20 more files");
  expect(report).toContain("more lines left out");
});

test("a large file is named, not shown", async () => {
  const big = (word: string) => `${word}\n${"x".repeat(300_000)}\n`;
  const { report } = await collide({ "big.txt": big("theirs") }, { "big.txt": big("mine") });
  expect(report).toContain("Too large to be shown here.");
});

test("known secrets are not in the report", async () => {
  const { report } = await collide({ "a.txt": text({ 4: "key=hunter2hunter2" }) }, { "a.txt": text({ 4: "mine" }) }, [
    "hunter2hunter2",
  ]);
  expect(report).toContain("key=[redacted]");
  expect(report).not.toContain("hunter2");
});

test("a submodule that both sides point elsewhere is told as such", async () => {
  const integrator = world.open();
  await integrated(integrator, order("t1", world.point("t1", "lib", "1".repeat(40))));
  const answer = await integrated(integrator, order("t2", world.point("t2", "lib", "2".repeat(40))));
  expect(answer).toMatchObject({ type: "conflict", files: ["lib"], others: ["t1"] });
  const report = answer.type === "conflict" ? answer.report : "";
  expect(report).toContain("a submodule that the two sides point to different commits");
  expect(report).toContain("1111111111");
  expect(report).toContain("2222222222");
});

test("text is cut at whole lines within its bound, and what fits stays whole", () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: "grapheme", maxLength: 80 })),
      fc.integer({ min: 60, max: 2_000 }),
      (lines, max) => {
        const whole = lines.join("\n");
        const cut = cutText(whole, max);
        expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(max);
        if (Buffer.byteLength(whole) <= max) expect(cut).toBe(whole);
        else expect(cut).toMatch(/left out$/);
      },
    ),
  );
});

test("of a file only the conflicts are shown, and a gap between two is marked", () => {
  const block = ["<<<<<<< a", "1", "=======", "2", ">>>>>>> b"];
  const file = ["x", "near", ...block, "near", "far", "far", "far", ...block, "end"].join("\n");
  expect(conflictHunks(file, 1)).toBe(["near", ...block, "near", "…", "far", ...block, "end"].join("\n"));
  expect(conflictHunks("<<<<<<< never closed\n", 1)).toBe("");
});
