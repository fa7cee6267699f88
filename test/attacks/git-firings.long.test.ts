/**
 * An agent poisons all that steers git: its programs count their firings. Then every public command is used. A firing that is
 * no child of an agent's own is one of Reeve's git, and there may be none, whoever calls it: runs, looks, cleaning, planning,
 * checkpoints, boards, epics, the page. Real git, real processes, the built command.
 */
import { describe, expect, it } from "vitest";
import { BOARD, boardText, taskText } from "../e2e/board-lab.ts";
import { aGitProject, type GitProject, writes } from "../e2e/git-kit.ts";
import { gitIn } from "../repository.ts";
import { HANG_MS } from "../wait.ts";
import { aPlace } from "./attack-kit.ts";
import { aTrap, EPIC, poison } from "./poison-kit.ts";

/** Files whose look says nothing, so that git has to read them again. */
const TOUCH = 'for file in "$REEVE_PROJECT"/*.txt "$REEVE_PROJECT"/*.yaml; do touch -d "2001-01-01" "$file"; done';

const SETTINGS = `advisors: { planner: { agent: sh } }
epic: { pauli: { agent: sh }, reviewer: { agent: sh }, critic: { agent: sh }, marsha: { agent: sh } }
policies: { worker: { restarts: 0 }, attempts_max: 1 }
`;

const PLAN = `title: A shop
tasks:
  - { id: a, prompt: Write a.txt, gates: [test -f a.txt] }
  - { id: lost, prompt: Write lost.txt, depends_on: [a], gates: ["false"] }
  - { id: b, prompt: Write b.txt, depends_on: [a] }
checkpoints:
  - { id: half, after: [a], checks: ["touch made-by-a-check; echo more >> a.txt"] }
`;

function poisoned(): { readonly it: GitProject; readonly fired: () => readonly string[] } {
  const { program, fired } = aTrap();
  const elsewhere = aPlace();
  const remote = aPlace();
  gitIn(remote, "init", "--quiet", "--bare");
  const it = aGitProject(
    PLAN,
    {
      a: `printf '* filter=evil diff=evil merge=evil\\n' > .gitattributes; echo a > a.txt; git add -A; git commit -qm a; ${poison(program, elsewhere)}; ${TOUCH}; echo '{"status":"done"}'`,
      lost: `${writes("lost.txt", "lost")}`,
      b: writes("b.txt", "b"),
      "*": `${TOUCH}; echo '{"status":"done","verdict":"PASS","title":"T","tasks":[]}'`,
    },
    {
      settings: SETTINGS,
      files: {
        "one.txt": "one\n",
        "epics/shop.md": EPIC,
        "spec.md": "Build a shop.\n",
        [BOARD]: boardText({ current: "tasks/1-model.md", tasks: ["1-model.md"] }),
        "tasks/1-model.md": taskText("Add the model"),
      },
    },
  );
  it.git("remote", "add", "origin", remote);
  it.git("push", "--quiet", "origin", "main");
  return { it, fired };
}

/** What a person types next morning; whatever it answers. */
const SURFACE: readonly (readonly string[])[] = [
  ["status"],
  ["why"],
  ["why", "a"],
  ["events"],
  ["logs", "a"],
  ["questions"],
  ["review"],
  ["review", "--task", "a"],
  ["review", "--markdown"],
  ["report"],
  ["verify"],
  ["check"],
  ["doctor"],
  ["history"],
  ["failures"],
  ["patterns"],
  ["coherence"],
  ["contract"],
  ["parked", "list"],
  ["recover"],
  ["recover", "lost"],
  ["recover", "lost", "--to", "./brought"],
  ["replay"],
  ["ps"],
  ["plan", "spec.md"],
  ["kanban", "run", BOARD],
  ["epic", "status"],
  ["tick", "epics/shop.md"],
  ["tick", "epics/shop.md"],
  ["tick", "epics/shop.md"],
  ["epic", "approve", "shop"],
  ["hook", "queue-drain"],
  ["hook", "stale-check"],
  ["answer", "q1", "1"],
  ["skip", "lost"],
  ["run"],
  ["review"],
  ["land"],
  ["review", "--open-pr"],
  ["run", "plan.yaml", "--new"],
  ["clean", "--dry-run", "--older-than", "1h"],
  ["clean", "--older-than", "1h"],
];

describe("no program that an agent has configured is run by Reeve's git", () => {
  it("while the run works, and by no command afterwards", () => {
    const { it, fired } = poisoned();
    expect(it.project.reeve("run", "plan.yaml")).toMatchObject({ code: 3 });
    const seen: string[] = fired().map((line) => `run: ${line}`);
    for (const command of SURFACE) {
      const before = fired().length;
      it.project.reeve(...command);
      for (const line of fired().slice(before)) seen.push(`${command.join(" ")}: ${line}`);
    }
    expect(seen).toEqual([]);
    // The traps work: whoever goes by the repository's own configuration runs them.
    it.project.write("one.txt", "changed\n");
    gitIn(it.project.dir, "diff");
    expect(fired()).not.toEqual([]);
  });

  it("nor by the page, for a diff", async () => {
    const { it, fired } = poisoned();
    it.project.reeve("run", "plan.yaml");
    const before = fired();
    const reeve = it.project.start("serve", "--json");
    const line = await reeve.line(/"url"/);
    const { url } = JSON.parse(line) as { url: string };
    const { origin, hash } = new URL(url);
    const headers = { Authorization: `Bearer ${hash.split("/").at(-1)}` };
    const ask = async (path: string) =>
      (await fetch(`${origin}/api${path}`, { headers, signal: AbortSignal.timeout(HANG_MS) })).text();
    const id = /"projects":\[\{"id":"([^"]+)"/.exec(await ask("/overview"))?.[1];
    const run = `/projects/${id}/runs/r1`;
    for (const path of [run, `${run}/tasks/a`, `${run}/tasks/a/diff`, `${run}/tasks/b/diff`]) await ask(path);
    expect(await ask(`${run}/tasks/a/diff`)).toContain("a.txt");
    reeve.child.kill("SIGTERM");
    await reeve.ended;
    expect(fired()).toEqual(before);
  });
});
