/**
 * Agents write what a screen does not show, or what steers it: tags that spell orders, marks that turn text round, escape
 * sequences without an end that would swallow what follows. Wherever a person reads, none of it is left and every line is.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { aGitProject } from "../e2e/git-kit.ts";
import { planOf } from "../e2e/kit.ts";
import { aPlace } from "./attack-kit.ts";

const TAGS = [..."hidden"].map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join("");
const NASTY = `seen${TAGS}\u202egnp.exe\u2066\u200b\ufe01\ufe02\u{e0101}\u00ad\u3164\u009b31m\u0085\u001b]0;title`;
const HIDDEN = /\p{Cf}|\u3164|\ufe01|\ufe02|\u{e0101}|(?![\n\t])\p{Cc}/u;
const SETTINGS = "policies: { worker: { restarts: 0 }, attempts_max: 1 }\n";

it("nothing invisible and nothing that steers a terminal is shown, and no line is hidden", () => {
  const place = aPlace();
  const put = (name: string, text: string) => writeFileSync(join(place, name), text);
  put("said", `${NASTY}\nthe line after\n\u001bPnever ended\nthe last line\n`);
  put(
    "done.json",
    JSON.stringify({ status: "done", decisions: [NASTY], concerns: [`${NASTY}\nand on`], files_created: [NASTY] }),
  );
  const ask = {
    status: "blocked",
    blocked_reason: "ambiguous_spec",
    uncertain_about: NASTY,
    options: [NASTY, "b"],
    attempted: NASTY,
  };
  put("blocked.json", JSON.stringify(ask));
  put("name", `file-${TAGS}\u202etxt`);
  const agents = {
    fails: `cat ${place}/said; cat ${place}/said >&2; exit 1`,
    works: `cat ${place}/said; echo x > "$(cat ${place}/name)"; git add --all; git -c user.name=x -c user.email=x@y commit --quiet --file ${place}/said; cp ${place}/done.json $REEVE_RESULT`,
    asks: `cp ${place}/blocked.json $REEVE_RESULT`,
  };
  const it = aGitProject(planOf("fails", `id: works, gates: ["cat ${place}/said; exit 1"]`, "asks"), agents, {
    settings: SETTINGS,
  });
  const shown = (...args: string[]): string => {
    const { out, err } = it.project.reeve(...args);
    const found = HIDDEN.exec(`${out}${err}`);
    expect({
      args,
      near: found && JSON.stringify(`${out}${err}`.slice(Math.max(0, found.index - 80), found.index + 20)),
    }).toEqual({ args, near: null });
    return out;
  };
  shown("run", "plan.yaml");
  for (const task of Object.keys(agents)) shown("why", task);
  for (const command of [
    "status",
    "events",
    "questions",
    "review",
    "failures",
    "patterns",
    "recover",
    "parked",
    "report",
    "replay",
  ])
    shown(command);
  shown("review", "--diff");
  expect(shown("logs", "fails")).toMatch(/the line after\n[\s\S]*never ended\n[\s\S]*the last line/);
});
