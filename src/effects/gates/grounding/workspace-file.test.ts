import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { finishedWork } from "../../../../test/gates/finished-work.ts";
import { findIn, lookInto, pathInside, readTextIn, TOO_LARGE } from "./workspace-file.ts";

test("a path is taken as relative to the folder, however it was written", () => {
  expect(pathInside("/w", "src/a.ts")).toBe("src/a.ts");
  expect(pathInside("/w", "./src/../a.ts")).toBe("a.ts");
  expect(pathInside("/w", "/w/src/a.ts")).toBe("src/a.ts");
  expect(pathInside("/w", "/w2/a.ts")).toBeUndefined();
  expect(pathInside("/w", "a/../../b")).toBeUndefined();
});

test("no path, whatever it is made of, leads out of the folder", () => {
  const part = fc.constantFrom("..", ".", "", "a", "w", "~", "b c");
  fc.assert(
    fc.property(fc.array(part, { maxLength: 8 }), fc.boolean(), (parts, absolute) => {
      const inside = pathInside("/w", `${absolute ? "/" : ""}${parts.join("/")}`);
      if (inside === undefined) return;
      const full = join("/w", inside);
      expect(full === "/w" || full === "/w/" || full.startsWith("/w/")).toBe(true);
    }),
  );
});

test("links, pipes and folders are told apart, and none of them is waited for or followed out", async () => {
  const { dir } = finishedWork({ files: { "d/a": "text" } });
  execFileSync("mkfifo", [join(dir, "pipe")]);
  symlinkSync("/etc", join(dir, "out"));
  symlinkSync("nowhere", join(dir, "dangling"));
  symlinkSync("d", join(dir, "in"));
  const found = await Promise.all(
    ["d/a", "d", "pipe", "out/hostname", "out", "dangling", "in/a", "no", "d/a/b"].map((path) => findIn(dir, path)),
  );
  expect(found).toEqual(["file", "folder", "other", "outside", "outside", "other", "file", "missing", "missing"]);
  expect(await readTextIn(dir, "pipe", 100)).toBeUndefined();
  expect(await readTextIn(dir, "out/hostname", 100)).toBeUndefined();
});

test("only texts within the bound are read", async () => {
  const { dir } = finishedWork({ files: { text: "abc", binary: "a\0b" } });
  mkdirSync(join(dir, "more"));
  writeFileSync(join(dir, "more", "large binary"), Buffer.alloc(20_000));
  expect(await readTextIn(dir, "text", 3)).toBe("abc");
  expect(await readTextIn(dir, "text", 2)).toBeUndefined();
  expect(await readTextIn(dir, "binary", 10)).toBeUndefined();
  expect(await lookInto(dir, "text", 2)).toBe(TOO_LARGE);
  expect(await lookInto(dir, "more/large binary", 100)).toBeUndefined();
});
