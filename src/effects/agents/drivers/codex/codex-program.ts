/**
 * Which file is started for Codex. What npm installs is a wrapper round a native program, and on some versions of Node the
 * wrapper stays in between: killed alone, it leaves the agent running. So the native program inside the package is
 * started; where none is found, what was configured. It starts nothing.
 */
import { existsSync, readdirSync, realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/** `program` as ordered: its first item an absolute path. */
export function codexProgram(program: readonly string[]): readonly string[] {
  const [first = "codex", ...rest] = program;
  return [nativeOf(first) ?? first, ...rest];
}

function nativeOf(path: string): string | undefined {
  try {
    const file = realpathSync(path);
    if (!/[/\\]codex[/\\]bin[/\\]codex\.js$/.test(file)) return undefined;
    const name = `@openai/codex-${process.platform}-${process.arch}/package.json`;
    const vendor = join(dirname(createRequire(file).resolve(name)), "vendor");
    const found = readdirSync(vendor).map((target) => join(vendor, target, "bin", "codex"));
    return found.find((each) => existsSync(each));
  } catch {
    // Another way to install it: whatever was found in PATH is started, and its whole tree is ended.
    return undefined;
  }
}
