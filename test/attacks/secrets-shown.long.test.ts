/**
 * Agents come by keys of all kinds, none of which Reeve was started with, and say them wherever they can say anything: they
 * print them, fail with them, report, ask, decide, commit, name files after them; a gate prints them too. Nothing that
 * Reeve keeps, shows or hands to another agent holds one.
 */
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, it } from "vitest";
import { aGitProject, type GitProject } from "../e2e/git-kit.ts";
import { DONE, eventsOf, ofType } from "../e2e/kit.ts";
import { secretSamples } from "../secrets/secret-samples.ts";
import { aPlace, gateOf, KEY, mergedText } from "./attack-kit.ts";

const SAMPLES = [...secretSamples()];
const ALL = SAMPLES.map(([, { text }]) => text);
const LINES = ALL.join("\n");
// Half of them fail: the brake would be pulled before or after the last one is merged, as chance has it.
const SETTINGS =
  "notify: [{ command: [/bin/sh, ./tell.sh], from: info, report: true }]\npolicies: { worker: { restarts: 1, backoff: none }, attempts_max: 2, halt_failed_percent: 100, brake: { same_failures: 0 } }\n";

/** Which kinds can be read in it, in plain or with a zero after each letter. */
function kindsIn(text: string): readonly string[] {
  const plain = text.replaceAll("\0", "");
  return SAMPLES.filter(([, { secret }]) => plain.includes(secret) || text.includes(secret)).map(([kind]) => kind);
}

/** Every file of the state folder, but for the agents' own: what lies in worktrees, and git's objects, which are links. */
function keptFiles(it: GitProject): readonly string[] {
  const state = join(it.project.dir, ".reeve");
  const below = (dir: string): string[] =>
    readdirSync(dir, { withFileTypes: true }).flatMap((entry) => {
      const path = join(dir, entry.name);
      if (entry.isDirectory()) return entry.name === "worktrees" && dir === state ? [] : below(path);
      return entry.isFile() && statSync(path).size > 0 ? [path] : [];
    });
  return below(state);
}

it("no secret that an agent says, in whichever way, is kept, shown, or told to another agent", () => {
  const place = aPlace();
  const put = (name: string, text: string) => writeFileSync(join(place, name), text);
  put("keys", `${LINES}\n`);
  put("utf16", [...LINES].map((letter) => `${letter}\0`).join(""));
  const inEscapes = [...KEY].map((letter) => `\\u00${letter.charCodeAt(0).toString(16)}`).join("");
  put("escaped", `${JSON.stringify({ type: "note", text: LINES })}\n{"type":"note","text":"${inEscapes}"}\n`);
  put(
    "done.json",
    JSON.stringify({
      status: "done",
      decisions: ALL,
      concerns: [LINES],
      tests_added: ALL,
      files_created: ["reports.txt"],
    }),
  );
  const ask = {
    status: "blocked",
    blocked_reason: "ambiguous_spec",
    uncertain_about: `Which? ${LINES}`,
    options: ALL,
    attempted: LINES,
  };
  put("blocked.json", JSON.stringify(ask));
  const say = `cat ${place}/keys ${place}/utf16 ${place}/escaped; cat ${place}/keys >&2`;
  const commit = "git -c user.name=x -c user.email=x@y commit --quiet --allow-empty";
  const agents = {
    // Fails with them, twice, then is out of tries.
    fails: `${say}; exit 1`,
    // Reports them, to a task that depends on it.
    reports: `${say}; echo done > reports.txt; cp ${place}/done.json $REEVE_RESULT; exit 0`,
    reads: `cat > prompt.txt; ${DONE}`,
    // Has a gate print them.
    gated: `echo work > gated.txt; cat > told.txt; ${DONE}`,
    // Commits them in messages, files and names of files.
    commits: `cp ${place}/keys keys.txt; echo x > notes-${KEY}.txt; git add --all; ${commit} --file ${place}/keys; ${DONE}`,
    // Works on a branch that is called so, and fails there.
    branches: `git switch --quiet --create work-${KEY}; cp ${place}/keys keys.txt; echo x > branches.txt; ${commit} --message "${KEY}"; exit 1`,
    asks: `${say}; cp ${place}/blocked.json $REEVE_RESULT; exit 0`,
  };
  const plan = `title: A plan\ntasks:\n${[
    "id: fails",
    "id: reports",
    "id: reads, depends_on: [reports]",
    `id: gated, gates: ["cat ${place}/keys; exit 1"]`,
    "id: commits",
    "id: branches",
    "id: asks",
  ]
    .map((task) => `  - { ${task}, prompt: Work. }\n`)
    .join("")}`;
  const told = join(place, "told");
  const it = aGitProject(plan, agents, { settings: SETTINGS, files: { "tell.sh": `cat >> '${told}'\n` } });
  const { project } = it;
  const shown = (...args: string[]): void => {
    const { out, err } = project.reeve(...args);
    expect({ args, kinds: kindsIn(`${out}${err}`), key: `${out}${err}`.includes(KEY) }).toEqual({
      args,
      kinds: [],
      key: false,
    });
  };
  shown("run", "plan.yaml");
  for (const task of Object.keys(agents))
    for (const look of [["why"], ["logs"], ["logs", "--raw"]]) shown(...look, task);
  shown("report", "--html");
  for (const command of [
    "status",
    "why",
    "events",
    "questions",
    "review",
    "failures",
    "patterns",
    "recover",
    "parked",
    "report",
    "replay",
  ]) {
    shown(command);
    shown(command, "--json");
  }
  shown("tell", "asks", LINES);
  shown("answer", "q1", LINES);
  shown("run");
  shown("review", "--diff");

  expect([readFileSync(told, "utf8").length > 0, kindsIn(readFileSync(told, "utf8"))]).toEqual([true, []]);

  // It was worked as it should be, and what was said is there but for the secrets.
  expect(ofType(eventsOf(project), "attempt_ended").length).toBeGreaterThanOrEqual(8);
  expect(mergedText(it, "prompt.txt")).toContain("[redacted]");
  expect(gateOf(it, "commits.1", "secrets")?.verdict).toBe("failed");
  expect(mergedText(it, "keys.txt")).toBeNull();
  const kept = keptFiles(it).map((path) => ({
    path: relative(project.dir, path),
    kinds: kindsIn(readFileSync(path, "latin1")),
  }));
  expect(kept.length).toBeGreaterThan(20);
  expect(kept.filter(({ kinds }) => kinds.length > 0)).toEqual([]);
  expect(kindsIn(mergedText(it, "prompt.txt") ?? "")).toEqual([]);
});
