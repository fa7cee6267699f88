/** A fleet with real adapters: takes the run's lock, and connects agents, workshop, gateway and clock. Decides nothing. */
import { hostname } from "node:os";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { readKnownHistory } from "../app/failures/shared-history.ts";
import { readBasis } from "../app/forecast/forecast-plan.ts";
import { hostNotesDir, runMoneyOf } from "../app/machine/registry.ts";
import { tidy } from "../app/machine/tidy.ts";
import { vouchForOrders } from "../app/person/vouch-for-orders.ts";
import { projectName } from "../app/project/project.ts";
import type { Fleets, FleetWish, OpenFleet } from "../app/run/fleets.ts";
import { BugError } from "../domain/bug.ts";
import type { AgentConfig } from "../domain/spec/config.ts";
import type { Giver } from "../domain/work/giver.ts";
import { type Adapters, type LoadedAdapters, loadAdapters } from "../effects/agents/adapters/load-adapters.ts";
import { localZone } from "../effects/agents/adapters/local-zone.ts";
import { preflight } from "../effects/agents/host/preflight.ts";
import { openProcessHost } from "../effects/agents/host/process-host.ts";
import { processTable } from "../effects/processes/table/process-table.ts";
import { cryptoDice } from "../journal/dice.ts";
import { openRunCallback } from "../runtime/attempts/callbacks.ts";
import { openRunGateway, pricesFor } from "../runtime/attempts/run-gateway.ts";
import { isOrder } from "../runtime/run/mailed.ts";
import type { RunOptions } from "../runtime/run/run-options.ts";
import { type RunRunner, runnerOf } from "../runtime/run/run-system.ts";
import type { RunTelemetry } from "../runtime/telemetry/run-telemetry.ts";
import { type Clock, realClock } from "../runtime/time/clock.ts";
import { startHeart } from "../runtime/time/heart.ts";
import { noteBox, openBox } from "./open-box.ts";
import { openWorkshop } from "./open-workshop.ts";
import { senderFor } from "./sender-for.ts";

const DAY_MS = 24 * 3_600_000;

/** `registered`: adapters of the program that uses the library. */
export async function openFleet(
  wish: FleetWish,
  version: string,
  registered?: Adapters,
): ReturnType<Fleets["openFleet"]> {
  const { project, place, config, settings, by, wait, stopOnly = false, onRecord, onSentence, teller, onNotice } = wish;
  const lease = await project.runs.lease(place.id);
  if ("heldBy" in lease) return lease;
  staySmall();
  const choice = processTable();
  if (!choice.ok) throw new BugError(choice.sentence); // `main` refuses such a machine before it comes to this
  const clock = realClock();
  const { adapters } = await loadAdapters(project.root, config.agents, registered);
  let hostHeard: (host: string) => void = () => {};
  const box = await openBox(project, place.dir, config, (host) => hostHeard(host));
  if (!stopOnly) await noteBox(place.dir, config);
  const price = await pricesFor(config, clock);
  const telemetry = stopOnly ? null : await telemetryOf(wish, version, clock);
  const history = readKnownHistory(project, place, config);
  const basis = readBasis(project, config);
  const notesDir = hostNotesDir(process.env);
  const machineMoney = runMoneyOf(process.env, project, place.id);
  const vouch = vouchForOrders(project, place);
  const runner = runnerOf({
    runs: project.runs,
    lease,
    place,
    project: project.root,
    openWorkshop: (base, head) => openWorkshop({ project, place, config, sandbox: box.sandbox }, base, head),
    verifyParallel: config.workspace.verifyParallel,
    settings,
    ...(history && { history }),
    ...(Object.keys(basis.agents).length > 0 && { basis }),
    failureRules: config.failures,
    configs: config.agents,
    identity: { host: hostname(), bootId: await choice.table.bootId(), pid: process.pid, version },
    by,
    ...(vouch && { vouch }),
    openHost: (listener) =>
      openProcessHost({
        runDir: place.dir,
        adapters,
        orphanMinutes: settings.policies.orphanMinutes,
        listener,
        sandbox: box.sandbox,
      }),
    preflight: preflightOf(wish, adapters),
    ...(price && { price }),
    ...(price && config.gateway && { openGateway: (heard) => openRunGateway(config, place, clock, price, heard) }),
    ...(config.callback && { openCallback: (desk) => openRunCallback(place, clock, desk) }),
    probe: async (endpoint, env, signal) => {
      const { probeEndpoint } = await import("../effects/network/probe-endpoint.ts");
      return probeEndpoint(endpoint, env, signal);
    },
    onHost: (heard) => {
      hostHeard = heard;
    },
    ...hygieneOf(project, config, clock),
    ...(notesDir !== null && { hostNotes: { dir: notesDir, name: `${projectName(project)}-${place.id}` } }),
    spendingDir: join(project.stateDir, "spending"),
    ...(machineMoney && { machineMoney }),
    zone: localZone(),
    ...notifyOf(wish, clock),
    clock,
    heart: () => startHeart({ dir: place.dir, onLong: (turn) => onNotice?.(busyText(turn)) }),
    dice: cryptoDice(),
    wait,
    stopOnly,
    onRecord: toldTo(telemetry, onRecord),
    patience: { boundMs: config.journal.waitMinutes * 60_000, ...(onNotice && { onNotice }) },
    ...(teller && { teller }),
    ...(onSentence && { onSentence }),
  });
  return opened(runner, by, async () => {
    await telemetry?.close();
    await box.close();
    await lease.release();
  });
}

function preflightOf(
  { project, config }: FleetWish,
  adapters: LoadedAdapters["adapters"],
): NonNullable<RunOptions["preflight"]> {
  const about = { project: project.root, configs: config.agents, env: process.env };
  const hasSetup = config.workspace.setup.length > 0;
  const programOf = ({ adapter, command }: AgentConfig) => command[0] ?? adapters[adapter]?.program;
  return (tasks, agents) => preflight(tasks, { ...about, programOf, hasSetup }, agents);
}

/** Not even loaded where nobody asked for it. */
async function telemetryOf({ project, place, config, onNotice }: FleetWish, version: string, { now }: Clock) {
  if (!config.telemetry) return null;
  const { openTelemetry } = await import("../runtime/telemetry/run-telemetry.ts");
  const { runs } = project;
  const wish = { runs, place, project: projectName(project), config, version, env: process.env, now };
  // Whatever is wrong with the journal, the run tells it by itself.
  return openTelemetry({ ...wish, ...(onNotice && { onNotice }) }).catch(() => null);
}

function toldTo(telemetry: RunTelemetry | null, onRecord: FleetWish["onRecord"]): FleetWish["onRecord"] {
  if (telemetry === null) return onRecord;
  return (record) => {
    telemetry.record(record);
    onRecord(record);
  };
}

function busyText({ ms, after }: { readonly ms: number; readonly after: string }): string {
  return `Reeve itself was busy for ${(ms / 1_000).toFixed(1)} s after ${after}; meanwhile it heard nobody`;
}

/** Nothing where nobody is to be told. */
function notifyOf({ project, place, config, reporter }: FleetWish, { now }: Pick<Clock, "now">) {
  if (config.notify.length === 0) return {};
  const report = reporter && (() => reporter(project, place.id, now()));
  return { notify: senderFor(config, { project: project.root, run: place.id }, report) };
}

/** Nothing where a person wants none. */
function hygieneOf(project: FleetWish["project"], { hygiene }: FleetWish["config"], { now }: Pick<Clock, "now">) {
  if (hygiene.everyS === 0) return {};
  const everyMs = hygiene.everyS * 1_000;
  return { hygiene: { everyMs, tidy: () => tidy(project, hygiene.olderThanDays * DAY_MS, now()) } };
}

function opened(runner: RunRunner, by: Giver, release: () => Promise<void>): OpenFleet {
  return {
    work: async () => {
      try {
        return await runner.work();
      } finally {
        await release();
      }
    },
    order: (input) => runner.order(isOrder(input) ? { by, ...input } : input),
    force: () => runner.hurry(),
    state: () => runner.state(),
  };
}

/**
 * The part of memory for new values doubles with every rush of work, up to more than all the rest, and is not given
 * back. A small one costs this loop nothing that can be measured, and Reeve is there for days.
 */
function staySmall(): void {
  setFlagsFromString("--semi-space-growth-factor=1");
}
