/** What a worker of an item reads: its title, its acceptance criteria as they were copied at its dispatch, and what its deliverable is. */
import { slugOf } from "../../kanban/manager/new-task.ts";
import type { EpicBody, Item } from "../body/epic-body.ts";
import { listOf } from "../body/notes.ts";
import { acceptanceOf } from "../tick/queue.ts";
import { entryOf } from "./blast-radius.ts";
import { deliverableOf } from "./deliverables.ts";
import { decisionsOf } from "./pending.ts";

export function promptOf(body: EpicBody, item: Item): string {
  const { fields, title } = item;
  const said = entryOf(body, "Dispatch Brief", item.id)
    .split("\n")
    .filter(
      (line) =>
        line.trim() !== "" &&
        !/^(?:- (?:Title|Worker|Project|Kind|Accept|worker host|task store):|\||CRITIC )/.test(line),
    );
  const accept = acceptanceOf(body, item).map((line) => `- ${line}`);
  const deliverable = deliverableOf(fields.kind);
  return [
    `${title}`,
    "",
    `It is the item ${item.id} of the epic "${body.title}" (${body.file}).`,
    ...(said.length === 0 ? [] : ["", ...said]),
    ...(accept.length === 0 ? [] : ["", "It is accepted when:", ...accept]),
    ...decisionsOf(body, item.id).map((words) => `Its person decided: ${words}`),
    ...(fields.files === undefined ? [] : ["", `Files it is about: ${fields.files}`]),
    ...(fields.path === undefined ? [] : ["", `Write the document to ${fields.path}.`]),
    ...(fields.base === undefined ? [] : ["", `It builds on: ${fields.base}`]),
    ...deliveredBefore(body, item).map(({ id, surface }) => `What it depends on: ${id}, ${surface}`),
    "",
    deliverable?.dispatch ?? "",
    "Do not change the epic's file.",
    'If something should follow your work, name it in `concerns` as a text that begins with "next: ".',
    "",
  ].join("\n");
}

/** What was delivered before and may not be merged yet. */
function deliveredBefore({ items }: EpicBody, { fields }: Item): readonly Item[] {
  const deps = listOf(fields.deps);
  return items.filter(({ id, status }) => deps.includes(id) && status === "ready_for_user_review");
}

/** Where it begins: on what it mends, or on the one thing it depends on; undefined: where its run begins by itself. */
export function baseOf(body: EpicBody, item: Item): string | undefined {
  const mended = body.items.find(({ id }) => id === item.fields.for)?.fields.branch;
  const before = deliveredBefore(body, item);
  return mended ?? (before.length === 1 ? before[0]?.fields.branch : undefined);
}

/** Safe as a file name and in a branch name. */
export function taskIdOf(item: string): string {
  return /^(?!.*\.\.)[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(item) ? item : slugOf(item);
}
