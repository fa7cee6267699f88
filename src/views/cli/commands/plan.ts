/** `reeve plan SPEC`: has an agent propose a plan, shows it, and leaves the rest to the person. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { formatMistake } from "../../../config/mistakes/mistake.ts";
import { decodeUtf8 } from "../../../config/yaml/decode-utf8.ts";
import type { Config } from "../../../domain/config.ts";
import { fallbackAgent } from "../../../plan/check-agents.ts";
import { loadConfig } from "../../../runtime/load.ts";
import { findProject, shown } from "../../../runtime/project.ts";
import { makeProposal, readProposal } from "../../../runtime/proposals.ts";
import { plainText } from "../../words.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { badInput, type CommonOptions, type Io, printJson } from "../io.ts";
import { showProposal } from "../show-proposal.ts";
import type { World } from "../world.ts";
import { reportMistakes } from "./check.ts";
import { stopOnSignals } from "./stop-signals.ts";

export interface PlanOptions extends CommonOptions {
  readonly agent?: string;
  readonly tier?: string;
  readonly out?: string;
}

export async function planCommand(
  io: Io,
  world: Pick<World, "propose">,
  specFile: string,
  options: PlanOptions,
): Promise<ExitCode> {
  const project = findProject(io.cwd);
  const config = loadConfig(project);
  if (!config.ok) {
    if (options.json) printJson(io, { ok: false, mistakes: config.mistakes, warnings: config.warnings });
    else reportMistakes(io, config.mistakes, config.warnings);
    return EXIT.badInput;
  }
  const spec = readSpec(io, specFile);
  if (!spec.ok) return badInput(io, options.json, spec.sentence);
  const planner = choosePlanner(config.value, options);
  if (!planner.ok) return badInput(io, options.json, planner.sentence);
  const place = makeProposal(project);
  const [stop, force] = [new AbortController(), new AbortController()];
  const say = (line: string) => (options.json ? undefined : io.err(`${line}\n`));
  const fleet = { order: async () => stop.abort(), force: async () => force.abort() };
  const stopListening = stopOnSignals(fleet, say);
  try {
    const record = await world.propose(project, {
      ...place,
      spec: { name: specFile, text: spec.text },
      config: config.value,
      agent: planner.agent,
      tier: planner.tier,
      out: options.out === undefined ? null : shown(resolve(io.cwd, options.out), project.root),
      at: io.now(),
      signal: stop.signal,
      force: force.signal,
      onTry: (number, ofMax) => say(tryLine(planner.agent, number, ofMax)),
    });
    const isGood = showProposal(io, project, readProposal(place), options);
    if (record.end.type === "stopped") return EXIT.stopped;
    return record.end.type === "proposed" && isGood ? EXIT.ok : EXIT.failed;
  } finally {
    stopListening();
  }
}

function tryLine(agent: string, number: number, ofMax: number): string {
  if (number === 1) return `Asking ${agent} for a plan. This may take minutes; Ctrl-C ends it.`;
  return `Its answer could not be used. Asking ${agent} again (${number} of ${ofMax}), told what was wrong.`;
}

type Spec = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly sentence: string };

function readSpec({ cwd }: Io, file: string): Spec {
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(resolve(cwd, file));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const why = code === "ENOENT" ? "does not exist" : `cannot be read (${code ?? message})`;
    return {
      ok: false,
      sentence: `${plainText(file)} ${why}. Name the file that says what is to be built or changed.`,
    };
  }
  const decoded = decodeUtf8(bytes, file);
  if (!decoded.ok) return { ok: false, sentence: formatMistake(decoded.mistake) };
  if (decoded.text.trim() === "") {
    return { ok: false, sentence: `${plainText(file)} is empty. Write down what is to be built or changed.` };
  }
  return { ok: true, text: decoded.text };
}

type Planner =
  | { readonly ok: true; readonly agent: string; readonly tier: string | null }
  | { readonly ok: false; readonly sentence: string };

function choosePlanner(config: Config, options: PlanOptions): Planner {
  const configured = config.advisors.planner;
  const agent = options.agent ?? configured?.agent ?? fallbackAgent(config);
  const names = Object.keys(config.agents);
  if (agent === undefined) {
    const hint = names.length === 0 ? "configure one under agents: in reeve.yaml" : `name one of ${names.join(", ")}`;
    return { ok: false, sentence: `There is no agent to plan with; ${hint} (--agent).` };
  }
  if (!Object.hasOwn(config.agents, agent)) {
    return {
      ok: false,
      sentence: `There is no agent ${plainText(agent)}; reeve.yaml has ${names.join(", ") || "none"}.`,
    };
  }
  const tier = options.tier ?? (agent === configured?.agent ? configured.tier : undefined) ?? null;
  const tiers = config.agents[agent]?.tiers.map(({ name }) => name) ?? [];
  if (tier === null || tiers.includes(tier)) return { ok: true, agent, tier };
  return { ok: false, sentence: `${agent} has no tier ${plainText(tier)}; it has ${tiers.join(", ") || "none"}.` };
}
