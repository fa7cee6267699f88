/**
 * The attacks of the other files, and those that nothing but walls can stop, against the sandbox alone: real bubblewrap,
 * real git, the built command. What an attack reached is told by itself, in a file that is merged, and seen from outside.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { writes } from "../e2e/git-kit.ts";
import { aHome, named, SECRET, whyNoSandbox } from "../sandbox-lab.ts";
import { aPlace, mergedText, violationsOf } from "./attack-kit.ts";
import { attacks, enclosed, reached } from "./sandbox-kit.ts";

describe.skipIf(whyNoSandbox() !== null)(named("an agent in the sandbox"), () => {
  it("moves no ref of the repository but its own branch, and believes that it has", () => {
    const forge = ["refs/reeve/integrated/r1", "refs/heads/reeve/r1/integration", "refs/heads/main", "refs/replace/x"];
    const it = enclosed({
      a: `git commit --quiet --allow-empty -m Mine; ${forge.map((ref) => `git update-ref ${ref} HEAD`).join(";")}; git rev-parse HEAD > mine.txt; git stash list; ${writes("done.txt", "done")}`,
    });
    const main = it.git("rev-parse", "main");
    expect(it.project.reeve("run", "plan.yaml")).toMatchObject({ code: 0 });
    expect(it.git("rev-parse", "main")).toBe(main);
    expect(it.git("for-each-ref", "refs/replace")).toBe("");
    expect(violationsOf(it)).toEqual([]);
    const mine = mergedText(it, "mine.txt")?.trim() ?? "";
    expect(it.git("rev-list", "refs/heads/reeve/r1/integration").split("\n")).toContain(mine);
  });

  it("writes nothing that steers git, or says where its worktree is", () => {
    const it = enclosed({
      a: attacks(
        ["config", "git config filter.x.clean evil"],
        ["attributes", 'echo "* filter=x" >> "$(git rev-parse --git-common-dir)/info/attributes"'],
        ["hooks", 'echo evil > "$(git rev-parse --git-common-dir)/hooks/pre-commit"'],
        ["alternates", 'echo /tmp > "$(git rev-parse --git-common-dir)/objects/info/alternates"'],
        ["commondir", 'echo /tmp > "$(git rev-parse --git-dir)/commondir"'],
        ["gitdir", 'echo /tmp > "$(git rev-parse --git-dir)/gitdir"'],
        ["renamed", 'mv "$(git rev-parse --git-dir)/commondir" "$(git rev-parse --git-dir)/other"'],
        ["link", "echo gitdir: /tmp > .git"],
        ["removed", "rm -f .git"],
        ["user", "git config --global core.fsmonitor evil && cp ~/.gitconfig ~/.bashrc"],
      ),
    });
    const config = it.project.read(".git/config");
    expect(it.project.reeve("run", "plan.yaml")).toMatchObject({ code: 0 });
    expect(reached(it)).toEqual([]);
    expect(it.project.read(".git/config")).toBe(config);
    expect(violationsOf(it)).toEqual([]);
  });

  it("reads no key, no login of another agent, no browser's profile, and writes to nothing of the home but caches", () => {
    const home = aHome();
    const secret = (path: string) => [path, `cat ~/${path} 2>/dev/null | grep -q ${SECRET}`] as const;
    const it = enclosed(
      {
        a: attacks(
          ...[".ssh/id_ed25519", ".aws/credentials", ".gnupg/key", ".config/gh/hosts.yml"].map(secret),
          ...[".codex/auth.json", ".claude/.credentials.json", ".mozilla/firefox/cookies.sqlite"].map(secret),
          ["found", `grep -rqs ${SECRET} ~`],
          ["plain", "grep -q plain ~/.config/plain.conf"],
          ["bashrc", "echo evil >> ~/.bashrc"],
          ["cache", "echo kept > ~/.cache/kept"],
          ["new", "echo mine > ~/.new"],
        ),
      },
      "",
      home,
    );
    expect(it.project.reeve("run", "plan.yaml")).toMatchObject({ code: 0 });
    expect(reached(it)).toEqual(["plain", "cache", "new"]);
    expect(readFileSync(join(home, ".bashrc"), "utf8")).toBe("plain\n");
    expect([existsSync(join(home, ".cache/kept")), existsSync(join(home, ".new"))]).toEqual([true, false]);
  });

  it("finds nothing of Reeve's but its own folder, and nothing of other tasks", () => {
    const it = enclosed({
      a: attacks(
        ["journal", 'find "$REEVE_PROJECT/.reeve" -name "journal*" | grep -q .'],
        ["git", 'test -e "$REEVE_PROJECT/.reeve/runs/r1/git"'],
        ["others", 'ls "$REEVE_PROJECT/.reeve/worktrees/r1" | grep -qv "^a$"'],
        ["made", 'echo x > "$REEVE_PROJECT/.reeve/made"'],
        [
          "entry",
          'for each in "$(git rev-parse --git-common-dir)"/worktrees/*; do case $each in */a) ;; *) echo x > $each/HEAD && exit 0 ;; esac; done; false',
        ],
        ["token", 'cat "$REEVE_PROJECT"/.reeve/runs/r1/callback.json'],
      ),
      b: writes("b.txt", "b"),
    });
    expect(it.project.reeve("run", "plan.yaml")).toMatchObject({ code: 0 });
    expect(reached(it)).toEqual([]);
  });

  it("writes nowhere outside its workspace: not in the user's checkout, not beside it, not in others' temp", () => {
    const outside = aPlace();
    const it = enclosed({
      a: attacks(
        ["checkout", 'echo evil > "$REEVE_PROJECT/evil.txt"'],
        ["outside", `echo evil > ${outside}/evil.txt`],
        ["etc", "echo evil > /etc/reeve-evil"],
        ["own", "echo fine > fine.txt"],
        ["temp", 'echo fine > "$TMPDIR/reeve-fine.txt"'],
      ),
    });
    expect(it.project.reeve("run", "plan.yaml")).toMatchObject({ code: 0 });
    expect(reached(it)).toEqual(["own", "temp"]);
    expect([existsSync(join(it.project.dir, "evil.txt")), readdirSync(outside)]).toEqual([false, []]);
    expect(existsSync(join("/tmp", "reeve-fine.txt"))).toBe(false);
    expect(violationsOf(it)).toEqual([]);
  });

  it("sees and ends no process but its own", () => {
    const it = enclosed({
      a: attacks(
        ["seen", `ps ax | grep -v grep | grep -q reeve.js`],
        ["environment", `cat /proc/[0-9]*/environ 2>/dev/null | tr "\\0" "\\n" | grep -q ^REEVE_KEEPER=`],
        ["ended", `kill -0 ${process.pid}`],
      ),
    });
    expect(it.project.reeve("run", "plan.yaml")).toMatchObject({ code: 0 });
    expect(reached(it)).toEqual([]);
  });

  it("has its code run by gates behind the same walls", () => {
    const outside = aPlace();
    const script = `echo "$(cat ~/.ssh/id_ed25519) $(ls -a "$REEVE_PROJECT_DIR/.reeve" 2>&1)"; echo evil > ${outside}/evil.txt; test ! -e ${outside}/evil.txt`;
    const it = enclosed(
      { a: `printf '%s' '${script.replaceAll("'", "'\\''")}' > check.sh; ${writes("done.txt", "done")}` },
      "gates: [sh check.sh]\n",
    );
    expect(it.project.reeve("run", "plan.yaml")).toMatchObject({ code: 0 });
    expect(readdirSync(outside)).toEqual([]);
    expect(mergedText(it, "done.txt")).toBe("done");
  });
});
