/**
 * Checks that need more than the documents: a program of the project, or an agent that compares. What an agent cannot show with a
 * file and a line does not count.
 */
import { asList, asMapping, asText } from "../../../basics/loose.ts";
import { type Finding, type Looked, looked } from "../checks/check.ts";
import type { Document } from "../documents/document.ts";
import type { Session } from "../session/session.ts";
import { documentAt, nothing } from "./documents-named.ts";
import type { OwnCheck } from "./own-checks.ts";

/** What a check needs beyond the session. */
export interface CheckTools {
  readonly run: (command: readonly string[], cwd: string, timeoutSeconds: number) => Promise<CommandEnd>;
  readonly ask: (agent: string, prompt: string, cwd: string) => Promise<AgentSaid>;
}

export interface CommandEnd {
  readonly exitCode: number | null;
  readonly output: string;
}

export type AgentSaid =
  /** What it ended with, as JSON. */
  { readonly type: "said"; readonly value: unknown } | { readonly type: "failed"; readonly sentence: string };

export async function command(
  check: OwnCheck & { readonly kind: "command" },
  { files }: Session,
  tools: CheckTools,
  file: string,
): Promise<Looked> {
  const { exitCode, output } = await tools.run(check.run, files.root, check.timeoutSeconds);
  const seen = `${check.run.join(" ")} ${exitCode === null ? "came to no end of its own" : `ended with ${exitCode}`}`;
  if (exitCode === 0) return looked(seen);
  const last = output.trim().split("\n").slice(-3).join(" / ");
  const place = /([\w./-]+\.\w+):(\d+)/.exec(output);
  const evidence =
    place && files.has(place[1] ?? "") ? { file: place[1] ?? file, line: Number(place[2]) } : { file, line: 1 };
  return looked(seen, [
    {
      level: check.level,
      what: `${seen}${last === "" ? "." : `: ${last}`}`,
      evidence: [evidence],
      subject: check.run.join(" "),
      about: output,
    },
  ]);
}

export async function agent(
  check: OwnCheck & { readonly kind: "agent" },
  session: Session,
  tools: CheckTools,
  file: string,
): Promise<Looked> {
  const documents = check.documents.flatMap((ref) => documentAt(session, ref) ?? []);
  if (documents.length === 0) return nothing(check, file, check.documents.join(", "));
  const said = await tools.ask(check.agent, promptFor(check.question, documents), session.files.root);
  const warn = (what: string): Looked =>
    looked("no answer", [{ level: "warn", what, evidence: [{ file, line: 1 }], subject: check.id, about: what }]);
  if (said.type === "failed") return warn(`${check.agent} gave no answer: ${said.sentence}`);
  const listed = answerIn(said.value);
  if (listed === null) return warn(`${check.agent} did not answer with a list of findings.`);
  // What it cannot show is not there.
  const proven = listed.filter(
    ({ file: at, line }) => (session.files.read(at)?.split("\n").length ?? 0) >= line && line > 0,
  );
  const dropped = listed.length - proven.length;
  const findings = proven.map(
    ({ file: at, line, what }): Finding => ({
      level: check.level,
      what,
      evidence: [{ file: at, line }],
      subject: `${at} ${what}`,
      about: session.files.read(at)?.split("\n")[line - 1] ?? "",
    }),
  );
  return looked(
    `${documents.length} documents read by ${check.agent}${dropped === 0 ? "" : `, ${dropped} without a place left out`}`,
    findings,
  );
}

function promptFor(question: string, documents: readonly Document[]): string {
  const files = documents.flatMap(({ shards }) => shards.map(({ file }) => `- ${file}`));
  return [
    "You compare documents. Read these files and change nothing:",
    ...files,
    "",
    question,
    "",
    "Do not judge how good anything is. Name only places that do not agree, each with its file and line.",
    'End with one JSON object: {"findings": [{"file": "…", "line": 1, "what": "one sentence"}]}. An empty list means that they agree.',
  ].join("\n");
}

function answerIn(
  value: unknown,
): readonly { readonly file: string; readonly line: number; readonly what: string }[] | null {
  const listed = asMapping(value)["findings"];
  if (!Array.isArray(listed)) return null;
  return asList(listed)
    .map(asMapping)
    .map((each) => ({
      file: asText(each["file"]) ?? "",
      line: Number(each["line"]),
      what: asText(each["what"]) ?? "",
    }));
}
