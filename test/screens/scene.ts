/** A run with something of everything, at one moment: questions, failures, waits, proof, a limit, money. For tests of screens. */

import { type FleetView, projectFleet } from "../../src/app/look/fleet-view.ts";
import { addRecord } from "../../src/app/look/history/add-record.ts";
import { newHistory } from "../../src/app/look/history/run-history.ts";
import type { Event } from "../../src/engine/event.ts";
import { given, type Scenario } from "../../src/testing/given.ts";
import { blocked, CRASH, done, failed, gate } from "../../src/testing/outcomes.ts";
import { attention } from "../../src/views/model/attention.ts";
import { calmText } from "../../src/views/model/next.ts";
import type { Watched } from "../../src/views/terminal/screens/watched.ts";

/** In UTC whatever the machine says. */
const clock = (at: number) => new Date(at).toISOString().slice(11, 16);

export function watchedOf(run: Scenario, steps: readonly (() => unknown)[] = []): Watched {
  const history = newHistory();
  let seen = 0;
  const record = () => {
    const events: readonly Event[] = run.everything.slice(seen);
    seen = run.everything.length;
    const seq = history.seq + 1;
    addRecord(history, { seq, at: run.at, dice: 0, key: null, input: { type: "pause" }, events }, run.state);
  };
  record();
  for (const step of steps) {
    run.pass(60_000);
    step();
    record();
  }
  const view: FleetView = projectFleet(run.state, 0);
  const now = run.at;
  return {
    view,
    history,
    rows: attention(view, now, { isWorked: true }),
    calm: calmText(view, now, clock),
    now,
    isPast: false,
    isWorked: true,
    explained: null,
    log: null,
    runs: null,
    diff: null,
  };
}

const activity = (run: Scenario, attempt: string, text: string, usd: number) =>
  run.when({ type: "attempt_progressed", attempt, usage: { tokens: 10_000, usd }, activity: text, session: null });

export function busyScene(): Watched {
  const run = given({
    tasks: [
      { id: "prices", title: "Show prices everywhere" },
      "fix-1",
      "refunds",
      "order-export",
      "order-mail",
      "invoices",
      "shipping",
      { id: "discounts", dependsOn: ["prices"] },
      { id: "checkout-page", dependsOn: ["prices"] },
      { id: "audit-log", dependsOn: ["fix-1"] },
      { id: "search-index", dependsOn: ["audit-log"] },
    ],
    isolated: true,
    settings: { maxParallel: 8, budgets: { usd: 20 } },
  });
  const question = { uncertain_about: "Are prices shown with or without tax?", options: ["With tax", "Without tax"] };
  return watchedOf(run, [
    () =>
      run
        .up("prices.1")
        .up("fix-1.1")
        .up("refunds.1")
        .up("order-export.1")
        .up("order-mail.1")
        .up("invoices.1")
        .up("shipping.1"),
    () => activity(run, "refunds.1", "runs npm test -- refunds", 0.67),
    () => activity(run, "invoices.1", "edits src/invoices.ts", 1.24),
    () =>
      run
        .ends("invoices.1", done("invoices"))
        .verified("invoices.1", gate("quality", "passed"))
        .integrated("invoices.1"),
    () => run.ends("fix-1.1", failed("auth", "terminal", "port 5432 is taken")),
    () => run.ends("prices.1", blocked("prices", question)),
    () => activity(run, "order-export.1", "edits src/export/csv.ts \u001b[31m日本", 0.55),
    () => run.ends("order-mail.1", CRASH),
    () => run.ends("shipping.1", done("shipping")),
  ]);
}
