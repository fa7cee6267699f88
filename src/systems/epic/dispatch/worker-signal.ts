/** What a worker writes into its item's row when it ends: how, where its work can be reviewed, and what comes next. Nothing else of the body is its. */
import type { EpicBody, NewItem } from "../body/epic-body.ts";
import { freeId } from "../body/free-id.ts";
import { withFields } from "../body/notes.ts";
import { resealed } from "../body/seal.ts";
import { writeBody } from "../body/write-body.ts";

export interface WorkerEnd {
  readonly item: string;
  readonly dispatch: string;
  /** 0, or a number with a reason. */
  readonly exit: string;
  /** Empty: there is none. */
  readonly surface: string;
  /** Where its commits are, if anywhere. */
  readonly branch?: string;
  /** What the worker says comes next, one line each. */
  readonly next: readonly string[];
  readonly at: string;
}

const NEXT_MAX = 5;

/** How an exit begins of a worker that cannot go on without its person. */
export const ASKS = "it asks its person: ";

/** Null: the row is not of this dispatch any more; a person or another dispatch has taken it over, and that counts. */
export function withSignal(body: EpicBody, end: WorkerEnd): string | null {
  const item = body.items.find(({ id }) => id === end.item);
  if (item === undefined || item.status !== "in_progress" || item.fields.dispatch !== end.dispatch) return null;
  if (item.fields.exit !== undefined) return null;
  const notes = withFields(item.notes, {
    now: null,
    exit: end.exit,
    ...(end.branch !== undefined && { branch: end.branch }),
  });
  const surface = end.surface === "" ? {} : { surface: end.surface };
  const titles = end.next.slice(0, NEXT_MAX).filter((title) => body.items.every((each) => each.title !== title));
  const taken = body.items.map(({ id }) => id);
  const added = titles.map((title): NewItem => {
    const id = freeId(taken, `${item.id}-next`);
    taken.push(id);
    return { id, title, status: "inbox", notes: "kind=code; said by its worker" };
  });
  const thread = added[0] ? `${added[0].id} (${added[0].title})` : `${item.id} is looked at by the next tick`;
  const text = writeBody(body, {
    items: { [item.id]: { notes, lastActivity: end.at, ...surface } },
    added,
    log: [
      `${end.at} The worker of ${item.id} ended: exit ${end.exit}${end.surface === "" ? ", no review surface" : `, ${end.surface}`}. Next: ${thread}.`,
    ],
  });
  return resealed(body, text);
}

export interface WorkerProgress {
  readonly item: string;
  readonly dispatch: string;
  /** How its run stands, in a few words. */
  readonly now: string;
  readonly at: string;
}

/** While it works: how its run stands, and that it lives. Null: the row is not of this dispatch any more, or has its end. */
export function withProgress(body: EpicBody, { item: id, dispatch, now, at }: WorkerProgress): string | null {
  const item = body.items.find((each) => each.id === id);
  if (item?.status !== "in_progress" || item.fields.dispatch !== dispatch || item.fields.exit !== undefined)
    return null;
  const text = writeBody(body, { items: { [id]: { notes: withFields(item.notes, { now }), lastActivity: at } } });
  return resealed(body, text);
}
