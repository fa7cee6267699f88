/** What an agent can have git run: every setting and hook that names a program, and a program that counts. */
import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { aPlace } from "./attack-kit.ts";

/** A program that notes who was called and by whom, and passes on what it reads. */
export function aTrap(): { readonly program: string; readonly fired: () => readonly string[] } {
  const place = aPlace();
  const [program, mark] = [join(place, "trap.sh"), join(place, "fired")];
  const caller = "tr '\\0' ' ' < /proc/$PPID/cmdline";
  writeFileSync(
    program,
    `#!/bin/sh\necho "$1: $(${caller})" >> '${mark}'\ncase $1 in clean|smudge) cat;; esac\nexit 0\n`,
  );
  chmodSync(program, 0o755);
  const fired = () => (existsSync(mark) ? readFileSync(mark, "utf8").trim().split("\n") : []);
  return { program, fired };
}

/** Everything git would run a program for, in the repository, in the home, in the worktree, in hooks. */
export function poison(program: string, elsewhere: string): string {
  const settings: Record<string, string> = {
    "filter.evil.clean": `${program} clean`,
    "filter.evil.smudge": `${program} smudge`,
    "filter.evil.required": "true",
    "diff.evil.textconv": `${program} textconv`,
    "diff.evil.command": `${program} diff-command`,
    "diff.external": `${program} diff-external`,
    "merge.evil.driver": `${program} merge-driver`,
    "merge.default": "evil",
    "core.fsmonitor": `${program} fsmonitor`,
    "core.sshCommand": `${program} ssh`,
    "core.gitProxy": `${program} proxy`,
    "core.askPass": `${program} askpass`,
    "core.pager": `${program} pager`,
    "core.editor": `${program} editor`,
    "core.alternateRefsCommand": `${program} alternate-refs`,
    "core.hooksPath": `${elsewhere}/hooks`,
    "credential.helper": `!${program} credential`,
    "gpg.program": `${program} gpg`,
    "commit.gpgSign": "true",
    "uploadpack.packObjectsHook": `${program} pack-objects`,
    "remote.origin.uploadpack": `${program} uploadpack`,
    "remote.origin.receivepack": `${program} receivepack`,
    "remote.evil.url": `ext::${program} ext`,
    "remote.evil.promisor": "true",
    "extensions.partialClone": "evil",
    "protocol.ext.allow": "always",
    "trailer.evil.cmd": `${program} trailer`,
    "trailer.evil.key": "Evil",
    "sequence.editor": `${program} sequence-editor`,
    "alias.status": `!${program} alias`,
    "gc.recentObjectsHook": `${program} recent`,
    "pager.diff": `${program} pager-diff`,
  };
  const hooks = ["pre-commit", "post-checkout", "post-merge", "pre-push", "reference-transaction", "post-index-change"];
  const lines = Object.entries(settings).map(([name, value]) => `git config ${name} '${value}'`);
  return [
    'common="$(git rev-parse --path-format=absolute --git-common-dir)"',
    `mkdir -p '${elsewhere}/hooks' "$common/hooks"`,
    ...hooks.flatMap((hook) =>
      [`'${elsewhere}/hooks/${hook}'`, `"$common/hooks/${hook}"`].map(
        (file) => `printf '#!/bin/sh\\n${program} hook-${hook}\\n' > ${file}; chmod +x ${file}`,
      ),
    ),
    "printf '* filter=evil diff=evil merge=evil\\n' > \"$common/info/attributes\"",
    // Last: from now on each git of the agent's own would fire as well.
    `(cd "$REEVE_PROJECT"; ${lines.join("; ")})`,
  ].join("\n");
}

/** A body that a tick has something to do with. */
export const EPIC = `---
id: shop
title: Shop
status: queued
---
# Shop

## Supervisor State

- Phase: orient

### Work Items

| # | ID | Title | Status | Worker | Review surface | Last activity | Notes |
|---|---|---|---|---|---|---|---|
| 1 | one | Do one | queued |  |  |  |  |
`;
