/** The page on `adapter: command` is what a new user writes an agent from: its script works as it stands, and no variable is left out. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { gitIn } from "../repository.ts";
import { aProject, planOf } from "./kit.ts";

const PAGE = readFileSync(new URL("../../docs/agents/command.md", import.meta.url), "utf8");
const SCRIPT = /```sh\n(.*?)```/s.exec(PAGE)?.[1] ?? "";
/** Names only: a value may be a secret, and the gate would find it. */
const NAMES = "env | sed -n 's/^\\(REEVE_[A-Z_]*\\)=.*/\\1/p' | sort > variables.txt\n";

test("the script of the page works a task, and the page names every variable that Reeve sets", () => {
  const project = aProject({
    "reeve.yaml": "agents: { mine: { adapter: command, command: [sh, agents/mine.sh], tiers: { low: small } } }\n",
    "plan.yaml": planOf("id: a, tier: low"),
    "agents/mine.sh": `${NAMES}${SCRIPT}`,
  });
  gitIn(project.dir, "init", "--quiet", "--initial-branch=main");
  gitIn(project.dir, "add", "--all");
  gitIn(project.dir, "commit", "--quiet", "--message", "Begin");
  expect(project.reeve("run", "plan.yaml")).toMatchObject({ code: 0 });
  const merged = (file: string) => gitIn(project.dir, "show", `reeve/r1/integration:${file}`);
  expect(merged("notes/a.md")).not.toBe("");
  const given = merged("variables.txt").split("\n").filter(Boolean);
  expect(given).toContain("REEVE_MODEL");
  const fromReeve = given.filter((name) => !(name in project.env));
  expect(fromReeve.filter((name) => !PAGE.includes(`\`${name}\``))).toEqual([]);
});
