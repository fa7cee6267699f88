/** What will happen in virtual time, soonest first; of what happens at once, what was noted first. */
import { popHeap, pushHeap } from "../../basics/heap.ts";

export interface Agenda {
  readonly entries: Entry[];
  noted: number;
}

interface Entry {
  readonly at: number;
  readonly order: number;
  readonly happen: () => void;
}

export function emptyAgenda(): Agenda {
  return { entries: [], noted: 0 };
}

export function note(agenda: Agenda, at: number, happen: () => void): void {
  agenda.noted += 1;
  pushHeap(agenda.entries, { at, order: agenda.noted, happen }, isSooner);
}

export function takeNext({ entries }: Agenda): Entry | undefined {
  return popHeap(entries, isSooner);
}

function isSooner(a: Entry, b: Entry): boolean {
  return a.at === b.at ? a.order < b.order : a.at < b.at;
}
