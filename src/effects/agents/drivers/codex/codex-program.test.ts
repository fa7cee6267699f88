import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { codexProgram } from "./codex-program.ts";

const PLATFORM = `codex-${process.platform}-${process.arch}`;

test("of what npm installs, the native program inside is started, with the arguments as configured", () => {
  const root = aFolder();
  const wrapper = aFile(root, "node_modules/@openai/codex/bin/codex.js");
  aFile(root, `node_modules/@openai/${PLATFORM}/package.json`, "{}");
  const native = aFile(root, `node_modules/@openai/${PLATFORM}/vendor/some-target/bin/codex`);
  const link = join(root, "codex");
  symlinkSync(wrapper, link);
  expect(codexProgram([link, "--profile", "work"])).toEqual([native, "--profile", "work"]);
});

test("where the native program is missing, or it was installed in another way, what was found is started", () => {
  const root = aFolder();
  const wrapper = aFile(root, "node_modules/@openai/codex/bin/codex.js");
  const other = aFile(root, "bin/codex");
  expect(codexProgram([wrapper])).toEqual([wrapper]);
  expect(codexProgram([other])).toEqual([other]);
  expect(codexProgram(["/nowhere/codex"])).toEqual(["/nowhere/codex"]);
});

function aFolder(): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "reeve-codex-")));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  return root;
}

function aFile(root: string, path: string, text = ""): string {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}
