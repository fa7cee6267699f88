/** The commands around a proposed plan: have one made, look at it, approve it. Part of `program`. */
import type { Command } from "commander";
import { command, ofRun, type ProgramOptions } from "../command.ts";
import type { CommonOptions } from "../io.ts";
import type { ApproveOptions } from "./approve.ts";
import type { PlanOptions } from "./plan.ts";

export function addProposalCommands(program: Command, { io, world, done }: ProgramOptions): void {
  command(
    program,
    "plan <spec>",
    "Ask an agent for a plan of what a file specifies, check it and show it; nothing is worked before you approve it.",
    "reeve plan spec.md --agent claude",
  )
    .option("--agent <name>", "who plans; the configured planner, or the default agent, if not given")
    .option("--tier <name>", "which of the agent's model tiers; the highest if not given")
    .option("--out <file>", "where the approved plan is to go; plan.yaml if not given")
    .action(async (spec: string, given: PlanOptions) => {
      const { planCommand } = await import("./plan.ts");
      done(await planCommand(io, await world(), spec, given));
    });
  ofRun(
    command(
      program,
      "plans [id]",
      "The plans, and changes of a plan, that were proposed; or one of them.",
      "reeve plans p2",
    ),
  ).action(async (id: string | undefined, given: CommonOptions) => {
    const { plansCommand } = await import("./plans.ts");
    done(await plansCommand(io, id, given));
  });
  ofRun(
    command(
      program,
      "approve [id]",
      "Say yes to a proposed plan, or to a change of the plan that is worked; the newest open one if none is named.",
      "reeve approve p2 --out plan.yaml",
    ),
  )
    .option("--out <file>", "where to; a file that says something else is never written over")
    .option("--anyway", "also where the planner itself found an error")
    .action(async (id: string | undefined, given: ApproveOptions) => {
      const { approveCommand } = await import("./approve.ts");
      done(await approveCommand(io, id, given));
    });
  ofRun(
    command(
      program,
      "reject <id>",
      "Say no to a change of the plan that is worked; the plan stays as it is.",
      'reeve reject n1 --because "split it by table instead"',
    ),
  )
    .option("--because <why>", "why not; the task it is about is told", "")
    .action(async (id: string, given: CommonOptions & { because: string }) => {
      const { controlCommand } = await import("../orders/order.ts");
      done(await controlCommand(io, { type: "reject", replan: id, because: given.because }, given));
    });
}
