/** Arguments of a call of git, so that git starts no other git in repositories inside the one it looks at. A value only. */

/** Also where `.gitmodules`, which an agent writes, says otherwise: only an argument outdoes it. */
export function outsideSubmodules(args: readonly string[]): readonly string[] {
  const at = args.findIndex((arg) => !arg.startsWith("-"));
  if (!LOOKING.has(args[at] ?? "") || args.some((arg) => arg.startsWith("--ignore-submodules"))) return args;
  return args.toSpliced(at + 1, 0, "--ignore-submodules=dirty");
}

const LOOKING: ReadonlySet<string> = new Set(["status", "diff", "diff-index", "diff-files"]);
