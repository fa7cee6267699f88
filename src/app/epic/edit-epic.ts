/** What a person does with an epic: make one, take one in, approve its items, reset it. Each is one write of the body; nothing of a person's text is changed. */
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import type { Mistake } from "../../config/mistakes/mistake.ts";
import { writeDurably } from "../../effects/files/write-durably.ts";
import type { Changes, EpicBody } from "../../systems/epic/body/epic-body.ts";
import { withFields } from "../../systems/epic/body/notes.ts";
import { readBody } from "../../systems/epic/body/read-body.ts";
import { sealed } from "../../systems/epic/body/seal.ts";
import type { Status } from "../../systems/epic/body/statuses.ts";
import { writeBody } from "../../systems/epic/body/write-body.ts";
import { takeIn } from "../../systems/epic/import/take-in.ts";
import { updateBody } from "../../systems/epic/store/body-store.ts";
import { readText } from "../../systems/epic/store/file-store.ts";
import { slugOf } from "../../systems/kanban/manager/new-task.ts";
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
  mkdirSync(dirname(path), { recursive: true });
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

export interface Imported {
  readonly file: string;
  readonly items: number;
  readonly counts: Readonly<Partial<Record<Status, number>>>;
  readonly notes: readonly string[];
  readonly warnings: readonly Mistake[];
}

const BESIDE_BYTES_MAX = 2_000_000;
const BESIDE_MAX = 2_000;

/** In place; a status file alone becomes a body beside it. */
export function importEpic(
  project: Project,
  wish: EpicWish & { readonly status: string | undefined; readonly dryRun: boolean },
): Reply<Imported> {
  const named = resolve(wish.cwd, wish.epic);
  const isStatus = /\.ya?ml$/i.test(named);
  const path = isStatus ? named.replace(/\.ya?ml$/i, ".md") : named;
  if (isStatus && existsSync(path)) return refused({ what: "files_exist", files: [shown(path, wish.cwd)] });
  const read = readText(named, shown(named, wish.cwd));
  if (!read.ok) return refused({ what: "epic_unusable", sentence: read.sentence });
  const beside = isStatus ? new Map([[basename(named), read.text]]) : filesBeside(path, wish);
  const text = isStatus ? `# ${basename(path, ".md")}\n` : read.text;
  const taken = takeIn({ file: shown(path, project.root), text, beside, now: stampOf(wish.now) });
  if (!taken.ok) return refused({ what: "mistakes", mistakes: taken.mistakes, warnings: [], kept: "epic" });
  if (!wish.dryRun) writeDurably(path, taken.text);
  const { items, counts, notes, warnings } = taken;
  return granted({ file: shown(path, wish.cwd), items, counts, notes, warnings });
}

/** Status files and task files of the same folder; of a status file that is named, only that one. */
function filesBeside(
  path: string,
  { cwd, status }: { readonly cwd: string; readonly status: string | undefined },
): ReadonlyMap<string, string> {
  if (status !== undefined) return new Map([[basename(status), readFileSync(resolve(cwd, status), "utf8")]]);
  const dir = dirname(path);
  const names = readdirSync(dir).filter((name) => /\.(?:ya?ml|md)$/i.test(name) && name !== basename(path));
  const files = names.slice(0, BESIDE_MAX).flatMap((name): [string, string][] => {
    const stat = statSync(join(dir, name), { throwIfNoEntry: false });
    return stat?.isFile() && stat.size <= BESIDE_BYTES_MAX ? [[name, readFileSync(join(dir, name), "utf8")]] : [];
  });
  return new Map(files.toSorted(([one], [other]) => one.localeCompare(other, "en", { numeric: true })));
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
        log: [`${stampOf(wish.now)} ${sentence} Next: ${wanted[0]?.id} (${wanted[0]?.title}).`],
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
        log: [`${at} ${sentence} Next: the next tick goes on.`],
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
      return edited.because === undefined ? sealed(writeBody(read.body, edited.changes), store.file) : null;
    },
    `Epic: ${basename(store.file)} edited`,
  );
  return told.type === "failed" ? refused({ what: "epic_unusable", sentence: told.sentence }) : reply;
}

export function stampOf(now: number): string {
  return new Date(now).toISOString().replace(/\.\d+Z$/, "Z");
}

function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
