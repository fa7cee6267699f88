import { expect, it } from "vitest";
import { textOf } from "../paint/line.ts";
import { diffLines } from "./diff-lines.ts";

const DIFF = `diff --git a/src/a.ts b/src/a.ts
index 1..2 100644
--- a/src/a.ts
+++ b/src/a.ts
@@ -1,2 +1,3 @@ export function total() {
 same
-old
+new
+\tmore
diff --git a/gone.txt b/gone.txt
deleted file mode 100644
--- a/gone.txt
+++ /dev/null
@@ -1 +0,0 @@
-bye
diff --git a/logo.png b/logo.png
new file mode 100644
Binary files /dev/null and b/logo.png differ
`;

it("counts files and lines, and names each file once", () => {
  const { files, added, removed, lines, more } = diffLines(DIFF);
  expect({ files, added, removed, more }).toEqual({ files: 3, added: 2, removed: 2, more: 0 });
  const text = lines.map(textOf);
  expect(text[0]).toBe(" src/a.ts  +2 −1");
  expect(text).toContain(" gone.txt  deleted  +0 −1");
  expect(text).toContain(" logo.png  new  +0 −0");
  expect(text).toContain(" +  more");
});

it("shows added and removed by colour, and the rest as it is", () => {
  const tones = diffLines(DIFF).lines.map((line) => line.at(-1)?.tone);
  expect(tones.slice(1, 6)).toEqual([undefined, undefined, "failed", "done", "done"]);
});

it("lets nothing through that steers a terminal, and is bounded", () => {
  const hostile = `diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n+\u001b]0;title\u0007\u001b[2Jclean\n${"+line\n".repeat(20_000)}`;
  const { lines, more } = diffLines(hostile);
  expect(lines.map(textOf).join("")).not.toMatch(/\p{Cc}/u);
  expect(lines.length + more).toBe(20_003);
  expect(lines.length).toBeLessThan(6_000);
});

it("of nothing is nothing", () => {
  expect(diffLines("")).toEqual({ lines: [], files: 0, added: 0, removed: 0, more: 0 });
});
