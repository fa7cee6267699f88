/**
 * A branch was merged: its item is done. The item is the one whose row names the branch; else the one whose id the branch's name
 * holds, in the epic it names. A name that fits items of several epics fits none: nobody guesses. Telling it twice changes nothing.
 */
import type { EpicBody, Item } from "../../systems/epic/body/epic-body.ts";
import { taskIdOf } from "../../systems/epic/dispatch/worker-prompt.ts";
import type { Project } from "../project/project.ts";
import { granted, type Reply, refused } from "../reply.ts";
import { edit, stampOf } from "./edit-epic.ts";
import type { Hooked, HookWish } from "./hooks.ts";
import { type OpenBody, openBodies } from "./open-bodies.ts";

export interface MergedItem {
  readonly epic: string;
  readonly item: string;
}

export async function markMerged(
  project: Project,
  wish: HookWish & { readonly branch: string },
): Promise<Reply<Hooked<MergedItem>>> {
  const opened = openBodies(project, wish);
  if (!opened.ok) return opened;
  const { bodies, mistakes } = opened.value;
  const branch = wish.branch.replace(/^refs\/heads\//, "");
  const owners = ownersOf(bodies, branch);
  if (owners.length > 1) return refused({ what: "epic_unusable", sentence: ambiguous(branch, owners) });
  const [owner] = owners;
  const { file, items = [] } = owner ?? {};
  const open = items.filter((item) => !isClosed(item)).map(({ id }) => id);
  if (file === undefined || open.length === 0) return granted({ found: [], mistakes });
  const edited = await edit(project, { cwd: project.root, epic: file, now: wish.now }, (now) => {
    const merged = now.items.filter(({ id }) => open.includes(id)).map(({ id }) => id);
    return merged.length === 0 ? { because: "the item is gone" } : done(now, merged, branch, stampOf(wish.now));
  });
  return edited.ok ? granted({ found: open.map((item) => ({ epic: file, item })), mistakes }) : edited;
}

function done({ items }: EpicBody, merged: readonly string[], branch: string, at: string) {
  const next = items.find(
    ({ id, status }) => !merged.includes(id) && (status === "queued" || status === "ready" || status === "in_progress"),
  );
  const thread = next ? `${next.id} (${next.title})` : "nothing is left to do";
  const sentence = `${merged.join(", ")} ${merged.length === 1 ? "is" : "are"} done.`;
  return {
    sentence,
    changes: {
      items: Object.fromEntries(merged.map((id) => [id, { status: "done" as const, lastActivity: at }])),
      log: [`${at} ${branch} was merged: ${sentence} Next: ${thread}.`],
    },
  };
}

interface Owner {
  readonly file: string;
  /** One, or an item and the one that mended it on this branch. */
  readonly items: readonly Item[];
}

function ownersOf(bodies: readonly OpenBody[], branch: string): readonly Owner[] {
  const named = ownersBy(bodies, (items) => items.filter((item) => namesBranch(item, branch)));
  if (named.length > 0) return named;
  const [, epic] = /^epic\/([^/]+)\/./.exec(branch) ?? [];
  const own = bodies.filter(({ body }) => taskIdOf(body.id) === epic);
  const name = own.length > 0 ? branch.replace(/^epic\/[^/]+\//, "") : branch;
  return ownersBy(own.length > 0 ? own : bodies, (items) => ofName(items, name));
}

function ownersBy(bodies: readonly OpenBody[], find: (items: readonly Item[]) => readonly Item[]): readonly Owner[] {
  return bodies.flatMap(({ file, body }): Owner[] => {
    const items = find(body.items.filter(({ fields }) => fields.kind !== "group"));
    return items.length > 0 ? [{ file, items }] : [];
  });
}

function namesBranch({ surface, fields }: Item, branch: string): boolean {
  return fields.branch === branch || surface.split(/[\s,()]+/).includes(branch);
}

/** `task-1` of `feature/task-1-cancel`; of several the longest, and also one that is done: the branch is then known to be. */
function ofName(items: readonly Item[], branch: string): readonly Item[] {
  const parts = branch.toLowerCase().split("/");
  const begins = (id: string): boolean =>
    parts.some((part) => part === id || part.startsWith(`${id}-`) || part.startsWith(`${id}_`));
  return items
    .filter(({ id }) => begins(id.toLowerCase()) || begins(taskIdOf(id).toLowerCase()))
    .toSorted((one, other) => other.id.length - one.id.length)
    .slice(0, 1);
}

function isClosed({ status }: Item): boolean {
  return status === "done" || status === "cancelled";
}

function ambiguous(branch: string, owners: readonly Owner[]): string {
  const items = owners.map(({ file, items: [item] }) => `${item?.id} of ${file}`).join(", ");
  return `${branch} may belong to ${items}; nothing was changed. Say which epic it is: \`reeve hook pr-merge --epic EPIC ${branch}\`.`;
}
