/**
 * What the runs of a project have used, and those of the whole machine where its day is limited, so that a shared limit holds over
 * all of them: each run keeps small files, and reads those of the others with every beat. The journal of a run stays the
 * truth about that run; a file that cannot be read counts for nothing.
 */
import { join } from "node:path";
import { dayOf } from "../../basics/zone-offset.ts";
import type { Usage } from "../../domain/work/outcome.ts";
import { makeFolderSync } from "../../effects/files/make-folder.ts";
import { writeWholeSync } from "../../effects/files/write-whole.ts";
import type { MachineDay } from "../../engine/budget/state.ts";
import type { Input } from "../../engine/input.ts";
import type { State } from "../../engine/state.ts";
import { type MachineMoney, machineLimit, tellUsed, usedByOthers } from "./machine-money.ts";
import { jsonNamesIn, readUsed, sumOfUsage, type Used } from "./spending-files.ts";

export interface SharedSpendingOptions {
  /** One for the project; null: nobody is told, and nobody heard of. */
  readonly dir: string | null;
  readonly run: string;
  /** Null: projects do not tell each other. */
  readonly machine: MachineMoney | null;
  /** Where days begin, before the run has said so itself. */
  readonly zone: string | undefined;
  readonly now: () => number;
}

export class SharedSpending {
  readonly #options: SharedSpendingOptions;
  #written = "";
  #toldMachine = "";
  #heard = "";
  #trouble: string | null = null;

  constructor(options: SharedSpendingOptions) {
    this.#options = options;
  }

  /** Tells the others; what is new of them comes back, for whoever shares a limit with them. */
  look({ spending, settings }: State): Input | null {
    const day = dayOf(this.#options.now(), this.#options.zone);
    const today = spending.today?.day === day ? spending.today.usage : NOTHING;
    this.#trouble = null;
    const used = { day, today, total: spending.usage };
    this.#tell(used);
    const machine = this.#machineOn(used);
    const isOfProject = settings.caps?.day !== undefined || settings.caps?.project !== undefined;
    // What was limited a moment ago and is not any more is news, too.
    const isShared = isOfProject || machine !== undefined || spending.elsewhere?.machine !== undefined;
    return isShared ? this.#hear(day, machine) : null;
  }

  /** Why the latest look could not tell or hear the others; null: it could. */
  trouble(): string | null {
    return this.#trouble;
  }

  #tell(used: Used): void {
    const { dir, run } = this.#options;
    const text = JSON.stringify(used);
    if (dir === null || text === this.#written) return;
    try {
      makeFolderSync(dir, 0o700);
      writeWholeSync(join(dir, `${run}.json`), `${text}\n`, { mode: 0o600 });
      this.#written = text;
    } catch (error) {
      this.#fail("what this run used cannot be told to the project's other runs", error);
    }
  }

  /** A user's folder that cannot be written is nobody's trouble before a limit is said there. */
  #machineOn({ day, today }: Used): MachineDay | undefined {
    const { machine } = this.#options;
    if (machine === null) return undefined;
    try {
      const limit = machineLimit(machine.capFile, day);
      const trouble = this.#tellMachine(machine, day, today);
      if (limit === null) return undefined;
      if (trouble !== null) this.#fail("what this run used cannot be told to other projects", trouble);
      return { limit, today: usedByOthers(machine, day) };
    } catch (error) {
      this.#fail("what all projects on this machine may use in a day cannot be read", error);
      return undefined;
    }
  }

  /** Why not; null: it is told. */
  #tellMachine(machine: MachineMoney, day: number, today: Usage): unknown {
    const text = JSON.stringify([day, today]);
    if (text === this.#toldMachine) return null;
    try {
      tellUsed(machine, day, today);
      this.#toldMachine = text;
      return null;
    } catch (error) {
      return error;
    }
  }

  #hear(day: number, machine: MachineDay | undefined): Input | null {
    const kept = this.#ofProject();
    const today = sumOfUsage(kept.filter((each) => each.day === day).map((each) => each.today));
    const total = sumOfUsage(kept.map((each) => each.total));
    const text = JSON.stringify([day, today, total, machine]);
    const isNothing = machine === undefined && total.tokens === 0 && !total.usd;
    if (text === this.#heard || (this.#heard === "" && isNothing)) return null;
    this.#heard = text;
    return { type: "spent_elsewhere", day, today, total, ...(machine && { machine }) };
  }

  #ofProject(): readonly Used[] {
    const { dir, run } = this.#options;
    if (dir === null) return [];
    try {
      const others = jsonNamesIn(dir).filter((name) => name !== `${run}.json`);
      return others.flatMap((name) => readUsed(join(dir, name)) ?? []);
    } catch (error) {
      this.#fail("what the project's other runs used cannot be read", error);
      return [];
    }
  }

  #fail(what: string, error: unknown): void {
    this.#trouble ??= `${what}: ${error instanceof Error ? error.message : String(error)}`;
  }
}

const NOTHING: Usage = { tokens: 0, usd: 0 };
