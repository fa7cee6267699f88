/** `reeve plan SPEC`: has an agent propose a plan, shows it, and leaves the rest to the person. */
import { type Planner, proposePlan } from "../../../app/plan/propose.ts";
import { findProject } from "../../../app/project/project.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { type CommonOptions, type Io, printErr } from "../io.ts";
import { refuse } from "../refuse.ts";
import { stopOnSignals } from "../run/stop-signals.ts";
import { showProposal } from "./show-proposal.ts";

export interface PlanOptions extends CommonOptions {
  readonly agent?: string;
  readonly tier?: string;
  readonly out?: string;
}

export async function planCommand(io: Io, world: Planner, spec: string, options: PlanOptions): Promise<ExitCode> {
  const { agent, tier, out, json } = options;
  const [stop, force] = [new AbortController(), new AbortController()];
  const say = (line: string) => (json ? undefined : printErr(io, line));
  const release = stopOnSignals({ order: async () => stop.abort(), force: async () => force.abort() }, say);
  try {
    const proposed = await proposePlan(world, findProject(io.cwd), {
      cwd: io.cwd,
      now: io.now(),
      spec,
      agent,
      tier,
      out,
      signal: stop.signal,
      force: force.signal,
      onTry: (planner, number, ofMax) => say(tryLine(planner, number, ofMax)),
    });
    if (!proposed.ok) return refuse(io, json, proposed.refusal);
    const { value } = proposed;
    showProposal(io, value, json);
    if (value.end === "stopped") return EXIT.stopped;
    return value.end === "proposed" && value.checked?.ok ? EXIT.ok : EXIT.failed;
  } finally {
    release();
  }
}

function tryLine(agent: string, number: number, ofMax: number): string {
  if (number === 1) return `Asking ${agent} for a plan. This may take minutes; Ctrl-C ends it.`;
  return `Its answer could not be used. Asking ${agent} again with what was wrong (${number} of ${ofMax}).`;
}
