/**
 * The adapters of a project: those that Reeve brings, and those that its reeve.yaml names by path or a program registers.
 * A module is part of Reeve while it runs: only a person's own reeve.yaml can name one, never a plan and never an agent. What
 * cannot be loaded is told, and stands for an adapter whose attempts fail with that sentence.
 */
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { isOwnAdapter, registeredName } from "../../../config/own-adapter.ts";
import type { AgentConfig } from "../../../domain/spec/config.ts";
import { agentAdapters } from "./adapters.ts";
import type { AdapterKit, AgentAdapter, OwnAdapter } from "./agent-adapter.ts";
import { classifyEnd } from "./classify-end.ts";
import { guardedAdapter, missingAdapter } from "./guarded-adapter.ts";
import { readOutcome } from "./read-outcome.ts";

export type Adapters = Readonly<Record<string, OwnAdapter>>;

export interface LoadedAdapters {
  readonly adapters: Readonly<Record<string, AgentAdapter>>;
  readonly problems: readonly AdapterProblem[];
}

export interface AdapterProblem {
  readonly agent: string;
  /** What is wrong, and what to do about it. */
  readonly what: string;
  readonly hint: string;
}

/** `registered`: by the program that uses the library, under their names without `own:`. */
export async function loadAdapters(
  root: string,
  agents: Readonly<Record<string, AgentConfig>>,
  registered: Adapters = {},
): Promise<LoadedAdapters> {
  const adapters: Record<string, AgentAdapter> = { ...agentAdapters };
  const problems: AdapterProblem[] = [];
  for (const [agent, { adapter }] of Object.entries(agents)) {
    if (!isOwnAdapter(adapter)) continue;
    const found = await findAdapter(root, adapter, registered);
    if (!found.ok) problems.push({ agent, what: found.what, hint: found.hint });
    adapters[adapter] = found.ok
      ? guardedAdapter(adapter, found.adapter)
      : missingAdapter(adapter, `${found.what}: ${found.hint}.`);
  }
  return { adapters, problems };
}

type Found =
  | { readonly ok: true; readonly adapter: AgentAdapter }
  | { readonly ok: false; readonly what: string; readonly hint: string };

async function findAdapter(root: string, adapter: string, registered: Adapters): Promise<Found> {
  const name = registeredName(adapter);
  if (name === null) return importAdapter(root, adapter);
  const known = Object.hasOwn(registered, name) ? registered[name] : undefined;
  if (known) return checked(adapter, known);
  const hint = "only a program that registers it can work this agent; name the module by its path instead";
  return { ok: false, what: `nobody has registered the adapter ${adapter}`, hint };
}

async function importAdapter(root: string, path: string): Promise<Found> {
  try {
    const module: Record<string, unknown> = await import(pathToFileURL(resolve(root, path)).href);
    return checked(path, module["adapter"] ?? module["default"]);
  } catch (error) {
    const isMissing = Reflect.get(Object(error), "code") === "ERR_MODULE_NOT_FOUND";
    const hint = isMissing ? "check its path, seen from reeve.yaml, and what it imports" : "correct the module";
    return { ok: false, what: `the adapter ${path} cannot be loaded (${wordsOf(error)})`, hint };
  }
}

const KIT: AdapterKit = { readOutcome, classifyEnd };
const PARTS = ["launch", "reader", "outcome"] as const;

function checked(name: string, given: unknown): Found {
  try {
    const value: unknown = typeof given === "function" ? given(KIT) : given;
    const missing = PARTS.filter((part) => typeof Reflect.get(Object(value), part) !== "function");
    if (missing.length === 0) return { ok: true, adapter: value as AgentAdapter };
    const hint = "export it as `adapter`, with launch, reader and outcome; docs/agents/add-an-agent.md shows one";
    return { ok: false, what: `${name} is no adapter: it has no ${missing.join(", no ")}`, hint };
  } catch (error) {
    return { ok: false, what: `the adapter ${name} cannot be made (${wordsOf(error)})`, hint: "correct the module" };
  }
}

function wordsOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split("\n", 1)[0]?.slice(0, 500) ?? "";
}
