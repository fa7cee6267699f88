/** `reeve epic new|approve|decide|reset`: what a person does with an epic. */
import { approveEpic, decideEpic, resetEpic } from "../../../app/epic/edit-epic.ts";
import { newEpic } from "../../../app/epic/new-epic.ts";
import { findProject } from "../../../app/project/project.ts";
import type { Reply } from "../../../app/reply.ts";
import { plainText } from "../../words.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { type CommonOptions, type Io, print, printJson } from "../io.ts";
import { refuse } from "../refuse.ts";

export async function newEpicCommand(io: Io, title: string, { json }: CommonOptions): Promise<ExitCode> {
  const made = newEpic(findProject(io.cwd), { cwd: io.cwd, epic: title, now: io.now() });
  if (!made.ok) return refuse(io, json, made.refusal);
  const { file } = made.value;
  if (json) printJson(io, made.value);
  else
    print(io, [
      `Wrote ${plainText(file)}. Describe the goal in it; \`reeve tick ${plainText(file)}\` proposes subtasks.`,
    ]);
  return EXIT.ok;
}

export async function approveEpicCommand(
  io: Io,
  epic: string,
  items: readonly string[],
  { json }: CommonOptions,
): Promise<ExitCode> {
  return told(io, json, await approveEpic(findProject(io.cwd), { cwd: io.cwd, epic, items, now: io.now() }));
}

export async function decideEpicCommand(
  io: Io,
  epic: string,
  item: string,
  words: string,
  { json }: CommonOptions,
): Promise<ExitCode> {
  return told(io, json, await decideEpic(findProject(io.cwd), { cwd: io.cwd, epic, item, words, now: io.now() }));
}

export async function resetEpicCommand(io: Io, epic: string, { json }: CommonOptions): Promise<ExitCode> {
  return told(io, json, await resetEpic(findProject(io.cwd), { cwd: io.cwd, epic, now: io.now() }));
}

async function told(io: Io, json: boolean | undefined, reply: Reply<{ readonly sentence: string }>): Promise<ExitCode> {
  if (!reply.ok) return refuse(io, json, reply.refusal);
  if (json) printJson(io, reply.value);
  else print(io, [plainText(reply.value.sentence)]);
  return EXIT.ok;
}
