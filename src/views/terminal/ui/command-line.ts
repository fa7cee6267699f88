/** The command that does what an act does, with what a person has said, as they could paste it into a shell. */
import type { CutReason } from "../../../domain/work/cut.ts";
import type { Act } from "../../model/act.ts";

/** `run`: named where it is not the newest. */
export function commandLine(
  { command, asks }: Act,
  said: string,
  reason: CutReason | undefined,
  run: string | null,
): string {
  const cut = reason === undefined ? command : command.replace(/--because \w+/, `--because ${reason}`);
  const words = asks === "usd" ? said.trim() : quoted(said.trim());
  const whole = said.trim() === "" ? cut : cut.replace(/"…"|…/, () => words);
  return run === null ? whole : `${whole} --run ${run}`;
}

/** In double quotes where nothing in it means anything to a shell there, else in single ones. */
function quoted(text: string): string {
  return /["$`\\!]/.test(text) ? `'${text.replaceAll("'", "'\\''")}'` : `"${text}"`;
}
