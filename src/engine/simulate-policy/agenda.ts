/** What will happen in virtual time, soonest first; of what happens at once, what was noted first. A binary heap. */

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
  const { entries } = agenda;
  agenda.noted += 1;
  entries.push({ at, order: agenda.noted, happen });
  let child = entries.length - 1;
  while (child > 0) {
    const parent = (child - 1) >> 1;
    if (!swapIfSooner(entries, child, parent)) return;
    child = parent;
  }
}

export function takeNext({ entries }: Agenda): Entry | undefined {
  const soonest = entries[0];
  const last = entries.pop();
  if (last === undefined || entries.length === 0) return soonest;
  entries[0] = last;
  let parent = 0;
  for (;;) {
    const left = 2 * parent + 1;
    const next = isSooner(entries[left + 1], entries[left]) ? left + 1 : left;
    if (!swapIfSooner(entries, next, parent)) return soonest;
    parent = next;
  }
}

function swapIfSooner(entries: Entry[], a: number, b: number): boolean {
  const first = entries[a];
  const second = entries[b];
  if (first === undefined || second === undefined || !isSooner(first, second)) return false;
  entries[a] = second;
  entries[b] = first;
  return true;
}

function isSooner(a: Entry | undefined, b: Entry | undefined): boolean {
  if (a === undefined || b === undefined) return false;
  return a.at === b.at ? a.order < b.order : a.at < b.at;
}
