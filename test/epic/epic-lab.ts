/** For tests: an epic in memory and in virtual time. Who is asked answers from a script, or by rules; workers end when the test says so. */

import type { EpicBody, PatternRow } from "../../src/systems/epic/body/epic-body.ts";
import { readBody } from "../../src/systems/epic/body/read-body.ts";
import { withSignal } from "../../src/systems/epic/dispatch/worker-signal.ts";
import { commandOf, type Worker } from "../../src/systems/epic/dispatch/workers.ts";
import { answerByRules } from "../../src/systems/epic/roles/rules.ts";
import { type Ticked, tick } from "../../src/systems/epic/tick/tick.ts";
import type { Ask, Confirmed, ConfirmWish, Dispatch } from "../../src/systems/epic/tick/tick-types.ts";

export const CLAUDE: Worker = {
  name: "claude",
  agent: "claude",
  capabilities: [],
  cost: 3,
  speed: 3,
  quality: 4,
  capacity: 2,
  sizing: { days: 1, files: 20 },
};

export class EpicLab {
  text: string;
  now = Date.UTC(2026, 0, 1);
  workers: readonly Worker[] = [CLAUDE];
  /** Answers in the order of the questions; what is left out is answered by rules. */
  answers: unknown[] = [];
  readonly asked: Ask[] = [];
  readonly dispatched: Dispatch[] = [];
  confirm: (wish: ConfirmWish) => Confirmed = ({ item }) => ({ rows: [{ name: "task id", ok: true, found: item }] });

  constructor(text: string) {
    this.text = text;
  }

  get body(): EpicBody {
    const read = readBody(this.text, "epics/e.md");
    if (!read.ok) throw new Error(JSON.stringify(read.mistakes));
    return read.body;
  }

  status(id: string): string | null | undefined {
    return this.body.items.find((item) => item.id === id)?.status;
  }

  /** Half an hour later. */
  async tick(...answers: unknown[]): Promise<Ticked> {
    this.now += 30 * 60_000;
    this.answers.push(...answers);
    const ticked = await tick({
      body: { read: async () => this.text },
      file: "epics/e.md",
      now: this.now,
      environment: "lab",
      workers: this.workers,
      ask: async (ask, body) => {
        this.asked.push(ask);
        return this.answers.length > 0 ? this.answers.shift() : answerByRules(ask, body, this.workers);
      },
      confirm: async (wish) => this.confirm(wish),
    });
    if ("after" in ticked) {
      this.text = ticked.after;
      if (ticked.dispatch) this.dispatched.push(ticked.dispatch);
    }
    return ticked;
  }

  /** Of the newest dispatch of the item. */
  workerEnds(item: string, exit: string, surface = "", next: readonly string[] = []): void {
    const dispatch = this.dispatched.findLast((each) => each.item === item)?.id ?? "";
    const at = new Date(this.now).toISOString();
    this.text = withSignal(this.body, { item, dispatch, exit, surface, next, at }) ?? this.text;
  }
}

export function epicText(items: readonly string[], status = "queued", more = ""): string {
  const table = `| # | ID | Title | Status | Worker | Review surface | Last activity | Notes |\n|---|---|---|---|---|---|---|---|\n`;
  return `---\nid: e\ntitle: E\nstatus: ${status}\nproject: shop\n---\n# E\n\n${more}\n\n## Supervisor State\n\n- Phase: orient\n\n### Work Items\n\n${table}${items.join("")}`;
}

export function itemRow(
  id: string,
  status: string,
  notes = "",
  cells: { readonly worker?: string; readonly surface?: string; readonly at?: string } = {},
): string {
  return `| 1 | ${id} | Do ${id} | ${status} | ${cells.worker ?? ""} | ${cells.surface ?? ""} | ${cells.at ?? ""} | ${notes} |\n`;
}

export function dispatch(task: string, more: Record<string, string> = {}) {
  const wish = { task_id: task, worker: "claude", project: "shop", ...more };
  return { action: "dispatch", command: commandOf("e", wish.task_id, wish.worker, wish.project), ...wish };
}

/** Pattern Memory with rows of these classes. */
export function patternRows(classes: readonly string[]): string {
  const rows = classes.map((name) => `| 2026-01-01T00:00:00Z | d | ${name} | |\n`).join("");
  return `\n## Pattern Memory\n\n| Tick | Decision | Class | Notes |\n|---|---|---|---|\n${rows}`;
}

export function labOf(rows: readonly string[], status = "queued", more = ""): EpicLab {
  return new EpicLab(epicText(rows, status, more));
}

export function rowOf({ body }: EpicLab): PatternRow | undefined {
  return body.patterns.at(-1);
}

/** The lines of the Supervisor Log. */
export function logOf({ body, text }: EpicLab): readonly string[] {
  const log = body.sections["Supervisor Log"];
  return log ? (text.slice(log.end, log.until).match(/^- .*$/gm) ?? []) : [];
}
