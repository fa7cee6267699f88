/**
 * Lets monitors work as long as the tree wants them: each looks, waits, looks again. A look that throws, or does not come back
 * within its bound, is that monitor's failure: it is reported once and the monitor rests until the tree starts it as another
 * incarnation. It restarts nobody and gives nobody up; that is the tree's.
 */
import type { LiveMonitor, Monitor } from "../../domain/tree/monitor.ts";
import { durationOf } from "../../domain/words/wording.ts";
import type { Input } from "../../engine/input.ts";
import type { Clock } from "../time/clock.ts";

export interface MonitorWork {
  /** Between the end of a look and the next. */
  readonly everyMs: number;
  /** A look that takes longer has failed. */
  readonly boundMs: number;
  /** Before the first look of this Reeve; one that was restarted looks at once. */
  readonly firstMs?: number;
  /** One look. Whatever it rejects with is the monitor's failure. */
  readonly look: () => Promise<void> | void;
}

export interface MonitorsOptions {
  readonly clock: Pick<Clock, "setTimer">;
  readonly works: Readonly<Record<Monitor, MonitorWork>>;
  readonly report: (input: Input) => unknown;
}

interface Shift {
  readonly incarnation: number;
  /** Of the next look, or of the bound of this one. */
  cancel: () => void;
}

export class Monitors {
  readonly #options: MonitorsOptions;
  readonly #shifts = new Map<Monitor, Shift>();
  readonly #begun = new Set<Monitor>();

  constructor(options: MonitorsOptions) {
    this.#options = options;
  }

  /** These work from now on, and no others. */
  tend(alive: readonly LiveMonitor[]): void {
    for (const monitor of this.#shifts.keys()) if (!alive.some((each) => each.monitor === monitor)) this.#end(monitor);
    for (const { monitor, incarnation } of alive)
      if (this.#shifts.get(monitor)?.incarnation !== incarnation) this.#begin(monitor, incarnation);
  }

  close(): void {
    this.tend([]);
  }

  #begin(monitor: Monitor, incarnation: number): void {
    this.#end(monitor);
    const shift: Shift = { incarnation, cancel: () => {} };
    this.#shifts.set(monitor, shift);
    const firstMs = this.#begun.has(monitor) ? 0 : (this.#options.works[monitor].firstMs ?? 0);
    this.#begun.add(monitor);
    this.#after(firstMs, monitor, shift);
  }

  #end(monitor: Monitor): void {
    this.#shifts.get(monitor)?.cancel();
    this.#shifts.delete(monitor);
  }

  #after(delayMs: number, monitor: Monitor, shift: Shift): void {
    shift.cancel = this.#options.clock.setTimer(delayMs, () => void this.#look(monitor, shift));
  }

  async #look(monitor: Monitor, shift: Shift): Promise<void> {
    const { look, boundMs, everyMs } = this.#options.works[monitor];
    // Who is late has failed already: how that look ends is then nobody's matter.
    const isOurs = () => this.#shifts.get(monitor) === shift;
    const late = `its look took longer than ${durationOf(boundMs)}`;
    shift.cancel = this.#options.clock.setTimer(boundMs, () => this.#failed(monitor, shift, late));
    try {
      await look();
    } catch (error) {
      if (isOurs()) this.#failed(monitor, shift, error instanceof Error ? error.message : String(error));
      return;
    }
    if (!isOurs()) return;
    shift.cancel();
    this.#after(everyMs, monitor, shift);
  }

  #failed(monitor: Monitor, { incarnation }: Shift, message: string): void {
    this.#end(monitor);
    this.#options.report({ type: "monitor_failed", monitor, incarnation, message: message.slice(0, MESSAGE_MAX) });
  }
}

const MESSAGE_MAX = 500;
