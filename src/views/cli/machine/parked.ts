/** `reeve parked [list|show NAME|restore NAME]`: work that was put aside. */
import { listParked, type ParkedPiece, restoreParked, showParked } from "../../../app/machine/parked.ts";
import { findProject } from "../../../app/project/project.ts";
import { displaySafe } from "../../../domain/words/display-safe.ts";
import { countOf, plainText } from "../../words.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { type CommonOptions, type Io, print, printJson } from "../io.ts";
import { refuse } from "../refuse.ts";
import { dateText } from "../times.ts";

export interface ParkedOptions extends CommonOptions {
  readonly patch?: boolean;
  readonly stat?: boolean;
  readonly branch?: string;
}

export async function listParkedCommand(io: Io, { run, json }: ParkedOptions): Promise<ExitCode> {
  const listed = await listParked(findProject(io.cwd), run);
  if (!listed.ok) return refuse(io, json, listed.refusal);
  const pieces = listed.value;
  if (json) for (const piece of pieces) printJson(io, piece);
  else if (pieces.length === 0) print(io, ["No work is parked."]);
  else
    print(io, [
      ...pieces.flatMap(lines),
      "",
      "`reeve parked show NAME` shows one, `reeve parked restore NAME` creates a branch from it.",
    ]);
  return EXIT.ok;
}

export async function showParkedCommand(io: Io, name: string, { patch, json }: ParkedOptions): Promise<ExitCode> {
  const as = patch ? "patch" : "stat";
  const shown = await showParked(findProject(io.cwd), name, as);
  if (!shown.ok) return refuse(io, json, shown.refusal);
  const { piece, text } = shown.value;
  if (json) printJson(io, { ...piece, [as]: text });
  else {
    print(io, [...lines(piece), ""]);
    io.out(`${displaySafe(text).trimEnd()}\n`);
  }
  return EXIT.ok;
}

export async function restoreParkedCommand(io: Io, name: string, options: ParkedOptions): Promise<ExitCode> {
  const restored = await restoreParked(findProject(io.cwd), name, options.branch);
  if (!restored.ok) return refuse(io, options.json, restored.refusal);
  const { work, branch } = restored.value;
  if (options.json) printJson(io, { ...work, branch });
  else
    print(io, [
      `The branch ${branch} now has it; your checkout is unchanged, and ${work.name} stays parked.`,
      `Look at it with \`git log -p ${branch}\`, or check it out beside yours with \`git worktree add ../restored ${branch}\`.`,
    ]);
  return EXIT.ok;
}

function lines(piece: ParkedPiece): string[] {
  const size = `${countOf(piece.files, "file")}, +${piece.added} −${piece.removed}`;
  return [`${plainText(piece.name)}  ${dateText(piece.at)}  ${size}`, `    ${plainText(piece.why)}`];
}
