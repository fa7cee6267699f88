/**
 * Decides what of a run may go, and says for everything why. Pure: facts and a limit in, verdicts out; it looks at
 * nothing and removes nothing. Its one promise: work that is not merged, and parked work, stays while it is younger than
 * the limit; and when older work goes from where it lay, it is parked first. Of two answers it takes the careful one.
 */
import type { BranchThing, LogsThing, ProcessThing, RunFacts, Thing, WorktreeThing } from "./clean-facts.ts";

export interface CleanLimits {
  readonly now: number;
  readonly olderThanMs: number;
  /** What stays whatever its age; absent: nothing. */
  readonly keeps?: ReadonlySet<Thing["kind"]>;
}

export interface Verdict {
  readonly thing: Thing;
  readonly remove: boolean;
  /** Its work must be on a parked ref before it goes. */
  readonly park: boolean;
  readonly because: string;
}

type Word = Omit<Verdict, "thing">;

/** In the order they are to be carried out: who could still write goes first. */
export function planClean(facts: RunFacts, limits: CleanLimits): readonly Verdict[] {
  const judge = new Judge(facts, limits);
  return ORDER.flatMap((kind) => facts.things.filter((thing) => thing.kind === kind)).map((thing) => ({
    thing,
    ...judge.wordOn(thing),
  }));
}

const ORDER: readonly Thing["kind"][] = ["leftover", "process", "worktree", "branch", "logs", "parked", "lock"];

class Judge {
  readonly #facts: RunFacts;
  readonly #limits: CleanLimits;

  constructor(facts: RunFacts, limits: CleanLimits) {
    this.#facts = facts;
    this.#limits = limits;
  }

  wordOn(thing: Thing): Word {
    const { standing } = this.#facts.run;
    if (standing === "at_work") return keep("a Reeve is working on this run");
    if (standing === "unreadable") return keep("the journal of its run cannot be read, so what it needs is unknown");
    if (thing.obstacle !== null) return keep(thing.obstacle);
    if (this.#limits.keeps?.has(thing.kind)) return keep("only `reeve clean` removes it");
    switch (thing.kind) {
      case "leftover":
        return remove("an earlier clean was interrupted before it had deleted it");
      case "lock":
        return remove("the Reeve that wrote it is gone");
      case "process":
        return this.#process(thing);
      case "worktree":
        return this.#worktree(thing);
      case "branch":
        return this.#branch(thing);
      case "logs":
        return this.#logs(thing);
      case "parked":
        return this.#isOld(thing.parkedAt)
          ? remove(`parked ${this.#age(thing.parkedAt)} ago`)
          : keep(`parked ${this.#age(thing.parkedAt)} ago, less than ${this.#limit()}`);
      default:
        return thing satisfies never;
    }
  }

  #process(thing: ProcessThing): Word {
    if (this.#isOver()) return remove("its run has ended");
    if (thing.leaseOut) return remove("no Reeve came back to it in time");
    return keep("its run can still adopt it: its keeper waits for a Reeve");
  }

  #worktree(thing: WorktreeThing): Word {
    if (this.#isBusy()) return keep("agents of its run still live");
    const touchedAt = this.#touchedAt(thing.changedAt);
    if (!this.#isOver() && !this.#isOld(touchedAt)) return keep(this.#mayResume(touchedAt));
    if (thing.scratch) return remove("Reeve's own, with only what checks left in it");
    if (!thing.dirty && thing.merged) return remove("its work is merged");
    const what = thing.dirty ? "changes that are in no commit" : "work that is not merged";
    if (!this.#isOld(touchedAt)) return keep(`${what}, ${this.#age(touchedAt)} old, less than ${this.#limit()}`);
    const park = thing.dirty || !thing.onBranch;
    return remove(`${what}, ${this.#age(touchedAt)} old${park ? "; it is parked first" : "; its branch has it"}`, park);
  }

  #branch(thing: BranchThing): Word {
    if (thing.integration) return keep("the result of the run");
    if (thing.task === null) return keep("it belongs to no task of this run");
    if (!this.#isOver()) return keep("its run is not over and still needs it");
    if (this.#isKept(thing.worktree)) return keep("it is checked out in a worktree that is kept");
    if (thing.merged) return remove("it is merged");
    const touchedAt = this.#touchedAt(thing.changedAt);
    if (!this.#isOld(touchedAt)) return keep(`not merged, ${this.#age(touchedAt)} old, less than ${this.#limit()}`);
    return remove(`not merged, ${this.#age(touchedAt)} old; it is parked first`, true);
  }

  #logs(thing: LogsThing): Word {
    if (thing.live && !this.#isOver()) return keep("the next Reeve reads from it how the attempt ended");
    if (this.#processKept(thing.attempt)) return keep("its agent still lives");
    if (this.#isOld(thing.changedAt)) return remove(`${this.#age(thing.changedAt)} old`);
    return keep(`${this.#age(thing.changedAt)} old, less than ${this.#limit()}`);
  }

  #isOver(): boolean {
    return this.#facts.run.standing === "ended";
  }

  #isBusy(): boolean {
    return this.#facts.things.some((thing) => thing.kind === "process" && !this.wordOn(thing).remove);
  }

  #processKept(attempt: string): boolean {
    return this.#facts.things.some(
      (thing) => thing.kind === "process" && thing.attempt === attempt && !this.wordOn(thing).remove,
    );
  }

  #isKept(worktree: string | null): boolean {
    return this.#facts.things.some(
      (thing) => thing.kind === "worktree" && thing.path === worktree && !this.wordOn(thing).remove,
    );
  }

  /** Nothing of a run is older than the last that was heard of it. */
  #touchedAt(changedAt: number): number {
    return Math.max(changedAt, this.#facts.run.heardAt);
  }

  #isOld(at: number): boolean {
    return this.#limits.now - at > this.#limits.olderThanMs;
  }

  #mayResume(at: number): string {
    return `its run is not over; last touched ${this.#age(at)} ago, less than ${this.#limit()}`;
  }

  #age(at: number): string {
    return spanText(Math.max(0, this.#limits.now - at));
  }

  #limit(): string {
    return spanText(this.#limits.olderThanMs);
  }
}

function keep(because: string): Word {
  return { remove: false, park: false, because };
}

function remove(because: string, park = false): Word {
  return { remove: true, park, because };
}

const HOUR_MS = 3_600_000;

/** 40 min · 36 h · 7 d; rounded down, so that nothing looks older than it is. */
export function spanText(ms: number): string {
  if (ms < HOUR_MS) return `${Math.floor(ms / 60_000)} min`;
  const hours = Math.floor(ms / HOUR_MS);
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} d`;
}
