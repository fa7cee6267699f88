/** `reeve status`: what runs, what waits and on what, what needs you, what it cost. Works with no process running. */
import { readStatus } from "../../../app/look/status.ts";
import { findProject } from "../../../app/project/project.ts";
import { holderText } from "../../holder-text.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { type CommonOptions, type Io, print, printJson } from "../io.ts";
import { refuse } from "../refuse.ts";
import { renderStatus } from "./render-status.ts";

export async function statusCommand(io: Io, { json, run }: CommonOptions): Promise<ExitCode> {
  const status = await readStatus(findProject(io.cwd), run);
  if (!status.ok) return refuse(io, json, status.refusal);
  const { view, holder, orders } = status.value;
  if (json) printJson(io, { ...view, holder, orders });
  else print(io, renderStatus(view, { now: io.now(), holder: holder && holderText(holder), orders }));
  return EXIT.ok;
}
