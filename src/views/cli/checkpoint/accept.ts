/** `reeve checkpoint accept FINDING`: closes a finding until what it is about changes. */
import { acceptFinding } from "../../../app/checkpoint/reports.ts";
import { plainText } from "../../words.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { type Io, print, printJson } from "../io.ts";
import { refuse } from "../refuse.ts";
import type { SessionOptions } from "./session-options.ts";

export interface AcceptOptions extends SessionOptions {
  readonly by?: string;
  readonly because?: string;
}

export async function acceptCommand(io: Io, finding: string, options: AcceptOptions): Promise<ExitCode> {
  const { json = false, session, by, because } = options;
  const accepted = acceptFinding({ cwd: io.cwd, session, finding, by, because, now: io.now() });
  if (!accepted.ok) return refuse(io, json, accepted.refusal);
  const { finding: closed, file } = accepted.value;
  if (json) printJson(io, accepted.value);
  else
    print(io, [
      `Accepted: ${plainText(closed.what)}`,
      `It stays closed until what it is about changes (${file}). The next \`reeve checkpoint run\` counts it so.`,
    ]);
  return EXIT.ok;
}
