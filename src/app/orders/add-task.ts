/** A task that a person adds to a run by hand: its words become a task of the plan, then it is an order like any other. */
import type { Budget, CommandCheck, TaskSpec } from "../../domain/spec/plan.ts";
import { isFinal } from "../../domain/work/task.ts";
import { commonChecks } from "../../engine/replan/merging/plan-commands.ts";
import { normalPath } from "../../engine/replan/merging/spec-problems.ts";
import type { State } from "../../engine/state.ts";
import { loadConfig } from "../project/load.ts";
import { withRun } from "../project/open-run.ts";
import type { Project } from "../project/project.ts";
import { type Reply, refused } from "../reply.ts";
import { giveOrder, type OrderGiven } from "./give-order.ts";

export interface TaskWish {
  readonly run: string | undefined;
  readonly now: number;
  /** What is to be done; its first line is the title where none is given. */
  readonly text: string;
  readonly id?: string | undefined;
  readonly title?: string | undefined;
  readonly after?: readonly string[] | undefined;
  readonly files?: readonly string[] | undefined;
  /** Shell commands that must pass. */
  readonly gates?: readonly string[] | undefined;
  readonly agent?: string | undefined;
  readonly tier?: string | undefined;
  readonly gang?: string | undefined;
  readonly priority?: number | undefined;
  readonly budget: Budget;
}

export function addTask(project: Project, wish: TaskWish): Promise<Reply<OrderGiven>> {
  return withRun(project, wish.run, async ({ place, state }) => {
    if (wish.text.trim() === "") return refused({ what: "empty_task" });
    const config = loadConfig(project);
    if (!config.ok)
      return refused({ what: "mistakes", mistakes: config.mistakes, warnings: config.warnings, kept: "add" });
    const twin = [...state.tasks.values()].find(
      ({ spec, status }) => spec.prompt.trim() === wish.text.trim() && !isFinal(status),
    );
    // Typed twice, it would be done twice.
    if (twin && wish.id === undefined) return refused({ what: "already_added", task: twin.id });
    const task = specOf(state, wish, config.value.defaultAgent);
    return giveOrder(project, { run: place.id, order: { type: "add", task }, now: wish.now });
  });
}

const TITLE_LENGTH_MAX = 80;

function specOf(state: State, wish: TaskWish, defaultAgent: string | undefined): TaskSpec {
  const { text, tier, gang, budget } = wish;
  const tasks = [...state.tasks.values()].map(({ spec }) => spec);
  const line = (wish.title ?? text).trim().split("\n", 1)[0]?.trim() ?? "";
  const title = line.length > TITLE_LENGTH_MAX ? `${line.slice(0, TITLE_LENGTH_MAX - 1)}…` : line;
  return {
    id: wish.id ?? freeId(state, title),
    title,
    prompt: text,
    role: "worker",
    dependsOn: [...new Set(wish.after)],
    files: [...new Set((wish.files ?? []).map((path) => normalPath(path) ?? path))],
    agent: wish.agent ?? defaultAgent ?? tasks[0]?.agent ?? "",
    ...(tier !== undefined && { tier }),
    ...(gang !== undefined && { gang }),
    gates: [...commonChecks(tasks, "gates"), ...(wish.gates ?? []).map(gateOf)],
    commitments: [],
    acceptance: [],
    budget,
    priority: wish.priority ?? 0,
    tags: [],
  };
}

const GATE_TIMEOUT_S = 600;

function gateOf(run: string): CommandCheck {
  return { name: run, run, timeoutS: GATE_TIMEOUT_S };
}

const ID_LENGTH_MAX = 40;

/** The title as a name; with a number where that is taken. */
function freeId({ tasks }: State, title: string): string {
  const words = title
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll("ß", "ss")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+/, "")
    .slice(0, ID_LENGTH_MAX)
    .replace(/-+$/, "");
  const name = words === "" ? "task" : words;
  const taken = new Set([...tasks.keys()].map((id) => id.toLowerCase()));
  for (let number = 1; ; number += 1) {
    const id = number === 1 ? name : `${name}-${number}`;
    if (!taken.has(id)) return id;
  }
}
