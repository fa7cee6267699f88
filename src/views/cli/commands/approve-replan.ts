/** A person's yes to a change of the plan that is being worked: an order to its run, like any other. */
import type { Replan } from "../../../domain/replan.ts";
import { findingLine } from "../../proposal.ts";
import type { ExitCode } from "../exit-codes.ts";
import { badInput, type CommonOptions, type Io } from "../io.ts";
import { withRun } from "../open-run.ts";
import { controlCommand } from "./control.ts";

export interface ApproveReplanOptions extends CommonOptions {
  readonly anyway?: boolean;
  readonly out?: string;
}

/** Changes of a plan are called so; proposals of `reeve plan` begin with another letter. */
export function isReplanId(id: string): boolean {
  return /^n[1-9][0-9]*$/.test(id);
}

export function approveReplan(io: Io, id: string, options: ApproveReplanOptions): Promise<ExitCode> {
  return withRun(io, options, ({ state }) => {
    const replan = state.replans.open.get(id);
    const refusal = replan && !options.anyway ? refusedBy(replan) : null;
    if (refusal !== null) return badInput(io, options.json, refusal);
    if (options.out !== undefined)
      return badInput(io, options.json, `${id} changes the plan of a run, not a file; leave out --out.`);
    return controlCommand(io, { type: "approve", replan: id }, options);
  });
}

/** What the planner itself calls an error is worth a second thought. */
function refusedBy({ id, answer }: Replan): string | null {
  const errors = answer.validation.filter(({ severity }) => severity === "error");
  if (errors.length === 0) return null;
  const said = errors.map(findingLine).join(" ");
  return `${said} Answer it with \`reeve reject ${id} --because "…"\`; if it is settled, \`reeve approve ${id} --anyway\`. Nothing was changed.`;
}
