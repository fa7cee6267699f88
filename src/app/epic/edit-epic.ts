/** What a person does with an epic: make one, approve its items, decide about one, reset it. Each is one write of the body; nothing of a person's text is changed. */
import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { makeFolderSync } from "../../effects/files/make-folder.ts";
import { writeDurably } from "../../effects/files/write-durably.ts";
import type { Changes, EpicBody } from "../../systems/epic/body/epic-body.ts";
import { withFields } from "../../systems/epic/body/notes.ts";
import { readBody } from "../../systems/epic/body/read-body.ts";
import { resealed } from "../../systems/epic/body/seal.ts";
import type { Status } from "../../systems/epic/body/statuses.ts";
import { writeBody } from "../../systems/epic/body/write-body.ts";
import { updateBody } from "../../systems/epic/store/body-store.ts";
import { slugOf } from "../../systems/kanban/manager/new-task.ts";
import { giverHere } from "../person/giver.ts";
import { loadConfig } from "../project/load-config.ts";
import { type Project, shown } from "../project/project.ts";
import { granted, type Reply, refused } from "../reply.ts";
import { findEpic, openStore } from "./epics.ts";
import { EPICS_DIR } from "./has-epics.ts";

export interface EpicWish {
  readonly cwd: string;
  readonly epic: string;
  readonly now: number;
}

export function newEpic(
  project: Project,
  { cwd, epic: title, now }: EpicWish,
): Reply<{ readonly file: string; readonly id: string }> {
  const text = title.trim();
  if (text === "") return refused({ what: "spec_empty", file: "the title" });
  const id = slugOf(text);
  const path = join(project.root, EPICS_DIR, `${id}.md`);
  if (existsSync(path)) return refused({ what: "files_exist", files: [shown(path, cwd)] });
  makeFolderSync(dirname(path));
  const head = `---\nid: ${id}\ntitle: ${JSON.stringify(text)}\nstatus: ready\nproject: .\n---\n\n# ${text}\n\n## Goal\n\n${text}\n`;
  const read = readBody(head, shown(path, project.root));
  if (!read.ok) return refused({ what: "mistakes", mistakes: read.mistakes, warnings: [], kept: "epic" });
  writeDurably(
    path,
    writeBody(read.body, {
      state: { Phase: "orient" },
      log: [`${stampOf(now)} Made. Next: its person describes the goal; a tick proposes subtasks.`],
    }),
  );
  return granted({ file: shown(path, cwd), id });
}

export interface Edited {
  readonly sentence: string;
}

/** Queues the items that are named; else those that are ready; else those of the inbox. The epic is queued with them. */
export function approveEpic(
  project: Project,
  wish: EpicWish & { readonly items: readonly string[] },
): Promise<Reply<Edited>> {
  return edit(project, wish, (body) => {
    const unknown = wish.items.find((id) => body.items.every((item) => item.id !== id));
    if (unknown !== undefined) return { because: `there is no item ${unknown}` };
    const open = (status: Status) =>
      body.items.filter((item) => item.status === status && item.fields.kind !== "group");
    const wanted =
      wish.items.length > 0
        ? body.items.filter(({ id }) => wish.items.includes(id))
        : open("ready").length > 0
          ? open("ready")
          : open("inbox");
    if (wanted.length === 0) return { because: "no item is ready or in the inbox" };
    const items = Object.fromEntries(
      wanted.map((item) => [
        item.id,
        { status: "queued" as const, notes: withFields(item.notes, { reason: null, exit: null, react: null }) },
      ]),
    );
    const isHalted = body.phase === "halt";
    const sentence = `${wanted.length} ${wanted.length === 1 ? "item is" : "items are"} queued by a person.`;
    return {
      sentence,
      changes: {
        status: "queued",
        items,
        ...(!isHalted && { state: { Phase: "dispatch" } }),
        log: [
          `${stampOf(wish.now)} ${sentence} ${orderedHere("approve")} Next: ${wanted[0]?.id} (${wanted[0]?.title}).`,
        ],
      },
    };
  });
}

/** The word of a person on what no agent decides; the item is queued with it. */
export function decideEpic(
  project: Project,
  wish: EpicWish & { readonly item: string; readonly words: string },
): Promise<Reply<Edited>> {
  return edit(project, wish, (body) => {
    const item = body.items.find(({ id }) => id === wish.item);
    if (item === undefined) return { because: `there is no item ${wish.item}` };
    if (wish.words.trim() === "") return { because: "the decision says nothing" };
    const sentence = `A person decided about ${item.id}; it is queued.`;
    return {
      sentence,
      changes: {
        // What it was at rest for is settled; a brake that has fired is not.
        ...(body.status === "ready_for_user_review" && { status: "queued", state: { Phase: "dispatch" } }),
        said: `DECISION (${item.id}): ${wish.words.trim()}`,
        items: { [item.id]: { status: "queued", notes: withFields(item.notes, { reason: null }) } },
        log: [`${stampOf(wish.now)} ${sentence} ${orderedHere("decide")} Next: ${item.id} (${item.title}).`],
      },
    };
  });
}

/** Only a person resets; the reset is a row. */
export function resetEpic(project: Project, wish: EpicWish): Promise<Reply<Edited>> {
  return edit(project, wish, (body) => {
    const at = stampOf(wish.now);
    const sentence = "The epic is queued again; what was counted begins anew.";
    return {
      sentence,
      changes: {
        status: body.items.length === 0 ? "ready" : "queued",
        state: { Phase: "orient", "Last checkpoint": at },
        row: { tick: at, decision: "reset by a person", class: "brake_reset", notes: "" },
        log: [`${at} ${sentence} ${orderedHere("reset")} Next: the next tick resumes it.`],
      },
    };
  });
}

type Edit =
  | { readonly because: string }
  | { readonly because?: never; readonly sentence: string; readonly changes: Changes };

export async function edit(
  project: Project,
  { cwd, epic }: EpicWish,
  change: (body: EpicBody) => Edit,
): Promise<Reply<Edited>> {
  const config = loadConfig(project);
  if (!config.ok)
    return refused({ what: "mistakes", mistakes: config.mistakes, warnings: config.warnings, kept: "epic" });
  const path = findEpic(project, cwd, epic);
  if (!path.ok) return path;
  const store = await openStore(project, config.value, path.value);
  let reply: Reply<Edited> = granted({ sentence: "Nothing was changed." });
  const told = await updateBody(
    store,
    (text) => {
      const read = readBody(text, store.file);
      if (!read.ok) reply = refused({ what: "mistakes", mistakes: read.mistakes, warnings: [], kept: "epic" });
      if (!read.ok) return null;
      const edited = change(read.body);
      reply =
        edited.because === undefined
          ? granted({ sentence: edited.sentence })
          : refused({ what: "epic_unusable", sentence: `${capital(edited.because)}; nothing was changed.` });
      return edited.because === undefined ? resealed(read.body, writeBody(read.body, edited.changes)) : null;
    },
    `Epic: ${basename(store.file)} edited`,
  );
  return told.type === "failed" ? refused({ what: "epic_unusable", sentence: told.sentence }) : reply;
}

/** For the log: who ordered it. The body travels, so a terminal and a process are left out. */
function orderedHere(order: string): string {
  const { user, host } = giverHere("");
  return `Ordered by ${oneWord(user)} on ${oneWord(host)} (reeve epic ${order}).`;
}

function oneWord(name: string): string {
  return name.replaceAll(/[^\w.@-]+/g, "_");
}

export function stampOf(now: number): string {
  return new Date(now).toISOString().replace(/\.\d+Z$/, "Z");
}

function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
