/**
 * What an agent leaves in its worktree in numbers and kinds that nobody expects: it costs its own task at most, and Reeve lives.
 * Enclosed and not, the built command.
 */
import { describe, expect, it } from "vitest";
import { aGitProject, type GitProject, writes } from "../e2e/git-kit.ts";
import { planOf } from "../e2e/kit.ts";
import { whyNoSandbox } from "../sandbox-lab.ts";
import { gateOf, mergedText, ONCE } from "./attack-kit.ts";

/** More than the arguments of one call can be, and all of them ignored by git: what is kept before a worktree goes. */
const IGNORED = `echo ig/ > .gitignore; mkdir ig; cd ig; seq 1 150000 | xargs touch; cd ..`;
const DEEP =
  'i=0; while [ $i -lt 400 ]; do mkdir dddddddddd && cd dddddddddd; i=$((i+1)); done; echo x > end; cd "$OLDPWD"';
const NAMES = String.raw`touch "$(printf 'a\nb')" "$(printf '\033[2J')" -- -rf '"q"' "$(printf '\377\376')"`;
const KINDS =
  "mkfifo a.fifo; mknod dev c 1 5; mknod block b 8 0; perl -MSocket -e 'socket(S,AF_UNIX,SOCK_STREAM,0); bind(S,sockaddr_un(q(s.sock)))'";

function hostile(): GitProject {
  const at = "top=$(pwd); ";
  const agent = {
    ignored: `${IGNORED}; ${writes("ignored.txt", "ignored")}`,
    deep: `${at}${DEEP}; cd "$top"; ${writes("deep.txt", "deep")}`,
    names: `${NAMES}; ${writes("names.txt", "names")}`,
    kinds: `{ ${KINDS}; } 2>/dev/null; ${writes("kinds.txt", "kinds")}`,
    result: `mkfifo "$REEVE_RESULT"; ${writes("result.txt", "result")}`,
    zero: `ln -s /dev/zero zero; ${writes("zero.txt", "zero")}`,
    good: writes("good.txt", "good"),
  };
  return aGitProject(planOf(...Object.keys(agent)), agent, { settings: `${ONCE}max_parallel: 2\n` });
}

describe.for(["on", "off"] as const)("files of every kind and number, with the sandbox %s", (sandbox) => {
  it.skipIf(sandbox === "on" && whyNoSandbox() !== null)("end no Reeve, and fail no task but their own", () => {
    const it = hostile();
    it.project.with({ REEVE_SANDBOX: sandbox });
    const { code, err } = it.project.reeve("run", "plan.yaml");
    expect([code, err]).toEqual([3, expect.not.stringContaining("RangeError")]);
    for (const task of ["ignored", "deep", "names", "kinds", "result", "good"])
      expect([task, mergedText(it, `${task}.txt`)]).toEqual([task, task]);
    expect(mergedText(it, "zero.txt")).toBeNull();
    expect(gateOf(it, "zero.1", "links")?.verdict).toBe("failed");
  });
});
