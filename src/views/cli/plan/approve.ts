/** `reeve approve [ID]`: a person says yes to a proposed plan, or to a change of the plan that is worked. */
import { approve } from "../../../app/plan/approve.ts";
import { findProject } from "../../../app/project/project.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { type CommonOptions, type Io, print, printJson } from "../io.ts";
import { showOrder } from "../orders/order.ts";
import { refuse, reportMistakes } from "../refuse.ts";

export interface ApproveOptions extends CommonOptions {
  readonly out?: string;
  readonly anyway?: boolean;
}

export async function approveCommand(io: Io, id: string | undefined, options: ApproveOptions): Promise<ExitCode> {
  const { run, out, anyway = false, json } = options;
  const wish = { id, run, out, anyway, cwd: io.cwd, now: io.now() };
  const approved = await approve(findProject(io.cwd), wish);
  if (!approved.ok) return refuse(io, json, approved.refusal);
  const { value } = approved;
  if (value.of === "change") return showOrder(io, value.given, json);
  const { id: plan, file, isNew, warnings } = value;
  if (json) {
    printJson(io, { ok: true, id: plan, out: file, written: isNew, warnings });
    return EXIT.ok;
  }
  reportMistakes(io, [], warnings);
  const how = isNew ? `written to ${file}` : `in ${file} already`;
  print(io, [`${plan} is approved and ${how}. To work it: \`reeve run ${file}\`.`]);
  return EXIT.ok;
}
