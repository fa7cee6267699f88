/**
 * The screens of a run in a terminal: keys in, rows out, no more often than one can read. It takes the terminal over and gives it
 * back, however it ends. Leaving never ends the work.
 */
import { basename } from "node:path";
import { dim, hanging, type Line, span, type Tone } from "../paint/line.ts";
import { type Look, lookOf } from "../paint/look.ts";
import { Painter } from "../paint/painter.ts";
import type { Watched } from "../screens/watched.ts";
import type { Key } from "../tty/keys.ts";
import { compose, panesFor } from "../ui/compose.ts";
import { hasTaskBeside, type Pane } from "../ui/panes.ts";
import { press, type Wish } from "../ui/press.ts";
import { FIRST_UI, type Place, placeOf, type Ui } from "../ui/ui.ts";
import { Frames } from "./frames.ts";
import type { ScreensOptions } from "./screens-options.ts";
import { Watching } from "./watching.ts";

const TICK_MS = 1_000;
/** Long enough to read it, or until the next key. */
const SAID_MS = 10_000;

export class Screens {
  readonly #options: ScreensOptions;
  readonly #painter: Painter;
  readonly #left = Promise.withResolvers<void>();
  readonly #frames: Frames;
  #ui: Ui = FIRST_UI;
  #run: string;
  #watching: Watching;
  #close: (() => void) | null = null;
  #tick: NodeJS.Timeout | null = null;
  #saidAt = 0;
  #isOver = false;

  constructor(options: ScreensOptions) {
    const look: Look = lookOf(options.env);
    this.#options = options;
    this.#run = options.run;
    this.#painter = new Painter(options.tty.write, look);
    this.#frames = new Frames(() => this.#paint(), options.now);
    this.#watching = this.#watch(options.run);
  }

  /** Resolves when somebody has left, or `leave` was called. */
  async show(): Promise<void> {
    const { signal } = this.#options;
    if (this.#isOver || signal?.aborted) return;
    signal?.addEventListener("abort", () => this.leave(), { once: true });
    this.#takeOver();
    this.#tick = setInterval(() => this.#ticked(), TICK_MS);
    await this.#watching.start();
    this.#changed();
    await this.#left.promise;
  }

  leave(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#watching.stop();
    this.#frames.stop();
    if (this.#tick !== null) clearInterval(this.#tick);
    this.#close?.();
    this.#close = null;
    this.#left.resolve();
  }

  /** Said to whoever sits there. */
  say(text: string): void {
    this.#tell(text, "backoff");
  }

  #watch(run: string): Watching {
    const { project, now, surfaces } = this.#options;
    return new Watching({ project, run, now, surfaces, changed: () => this.#changed(false) });
  }

  #takeOver(): void {
    const disturbed = () => {
      this.#painter.forget();
      this.#changed();
    };
    this.#close = this.#options.tty.open({ key: (key) => this.#pressed(key), disturbed });
  }

  #ticked(): void {
    void this.#watching.lookWhoWorks();
    if (this.#ui.message !== null && this.#options.now() - this.#saidAt > SAID_MS)
      this.#ui = { ...this.#ui, message: null };
    const { trouble } = this.#watching;
    if (trouble !== null && this.#ui.message === null) this.#tell(trouble, "failed");
    this.#changed(false);
  }

  #changed(isPerson = true): void {
    if (!this.#isOver) this.#frames.ask(isPerson);
  }

  #paint(): void {
    if (this.#close === null) return;
    const size = this.#options.tty.size();
    const watched = this.#watched();
    if (watched === null) return this.#painter.paint(this.#unread(size.columns), size);
    this.#painter.paint(compose(this.#ui, watched, this.#around(), size), size);
  }

  /** Nothing of the run is there to show: it is being read, or cannot be. */
  #unread(width: number): Line[] {
    const { trouble } = this.#watching;
    if (trouble === null) return [[span(` ${this.#run} is being read …`)]];
    return [...hanging([span(" ")], trouble, width), [], [dim(" q leave")]];
  }

  #around() {
    const { project, isNamed, interrupt } = this.#options;
    const isOther = this.#run !== this.#options.run;
    return {
      project: basename(project.root),
      named: isNamed || isOther ? this.#run : null,
      isOwn: interrupt !== undefined && !isOther,
    };
  }

  /** With what is under the cursor, where that is shown beside it. */
  #watched(): Watched | null {
    const place = placeOf(this.#ui);
    const plain = this.#watching.watched(this.#ui.moment, place);
    if (plain === null || place.task !== undefined || !hasTaskBeside(this.#ui, this.#options.tty.size())) return plain;
    const beside = this.#panes(plain).find(({ name }) => name === "task")?.place;
    return beside === undefined ? plain : this.#watching.watched(this.#ui.moment, shownBeside(place, beside));
  }

  #panes(watched: Watched): readonly [Pane, ...Pane[]] {
    return panesFor(this.#ui, watched, this.#around(), this.#options.tty.size());
  }

  #pressed(key: Key): void {
    const watched = this.#watched();
    if (watched === null) return key.name === "q" || key.name === "ctrl-c" ? this.leave() : undefined;
    const { ui, wish } = press(this.#ui, key, watched, this.#panes(watched));
    if (ui.message !== null) this.#saidAt = this.#options.now();
    this.#ui = ui;
    this.#changed();
    if (wish !== undefined) this.#fulfil(wish);
  }

  #fulfil(wish: Wish): void {
    switch (wish.do) {
      case "leave":
        return this.leave();
      case "interrupt":
        return this.#options.interrupt ? this.#options.interrupt() : this.leave();
      case "show_run":
        return this.#showRun(wish.run);
      case "open":
        return void this.#open(wish.task);
      case "order":
        return void this.#order(wish);
      default:
        return wish satisfies never;
    }
  }

  async #order({ act, said, reason }: Extract<Wish, { do: "order" }>): Promise<void> {
    this.say(`${act.verb} …`);
    const { project, now } = this.#options;
    const { orderAct } = await import("./order-act.ts");
    const { ok, text } = await orderAct(project, { run: this.#run, act, said, reason, now: now() });
    this.#tell(text, ok ? "done" : "failed");
  }

  #tell(text: string, tone: Tone): void {
    this.#saidAt = this.#options.now();
    this.#ui = { ...this.#ui, message: { text, tone } };
    this.#changed();
  }

  #showRun(run: string): void {
    this.#watching.stop();
    this.#run = run;
    this.#ui = FIRST_UI;
    this.#watching = this.#watch(run);
    void this.#watching.start().then(() => this.#changed());
  }

  async #open(task: string): Promise<void> {
    this.#close?.();
    this.#close = null;
    const text = await this.#options.open(this.#run, task);
    if (this.#isOver) return;
    this.#takeOver();
    this.say(text);
  }
}

function shownBeside(place: Place, { task }: Place): Place {
  return task === undefined ? place : { ...place, task };
}
