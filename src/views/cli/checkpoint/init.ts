/** `reeve checkpoint init`: templates for the documents of a session. */
import { initSession } from "../../../app/checkpoint/init-session.ts";
import { plainText } from "../../words.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { type Io, print, printJson } from "../io.ts";
import { refuse } from "../refuse.ts";
import type { SessionOptions } from "./session-options.ts";

export async function initCommand(io: Io, { json = false, session }: SessionOptions): Promise<ExitCode> {
  const made = initSession({ cwd: io.cwd, session });
  if (!made.ok) return refuse(io, json, made.refusal);
  if (json) printJson(io, made.value);
  else
    print(io, [
      `Wrote ${made.value.files.map(plainText).join(", ")}.`,
      `\`reeve checkpoint run --session ${plainText(session ?? "")}\` compares them.`,
    ]);
  return EXIT.ok;
}
