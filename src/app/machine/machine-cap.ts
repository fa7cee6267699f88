/**
 * What all projects of this machine may use in a day: shown with what each run used of it, said, and taken back. Runs that are at work
 * hear of it within a second; those that stopped for it are resumed by `reeve up`, or by whoever resumes them.
 */

import { rmSync } from "node:fs";
import { dayOf } from "../../basics/zone-offset.ts";
import type { Money } from "../../domain/spec/caps.ts";
import type { Usage } from "../../domain/work/outcome.ts";
import { localZone } from "../../effects/agents/adapters/local-zone.ts";
import { machineLimit, readCap, type UsedBy, usedOn, writeCap } from "../../runtime/machine/machine-money.ts";
import { sumOfUsage } from "../../runtime/machine/spending-files.ts";
import { granted, type Reply, refused } from "../reply.ts";
import { machineMoneyOf } from "./registry.ts";

export interface CapWish {
  readonly env: NodeJS.ProcessEnv;
  readonly now: number;
}

export interface CapView {
  /** Null: there is none. */
  readonly limit: Money | null;
  /** It holds until midnight; then the usual one, or none. */
  readonly isForToday: boolean;
  readonly used: Usage;
  readonly runs: readonly UsedBy[];
  /** Where the day begins at midnight. */
  readonly zone: string;
}

export function machineCap({ env, now }: CapWish): Reply<CapView> {
  return withFiles(env, ({ dir, capFile }) => {
    const zone = localZone();
    const day = dayOf(now, zone);
    const runs = usedOn(dir, day);
    const isForToday = readCap(capFile).today?.day === day;
    return {
      limit: machineLimit(capFile, day),
      isForToday,
      used: sumOfUsage(runs.map(({ used }) => used)),
      runs,
      zone,
    };
  });
}

/** `isForToday`: until midnight, beside the usual one. */
export function setMachineCap(wish: CapWish, limit: Money, isForToday: boolean): Reply<CapView> {
  const written = withFiles(wish.env, ({ capFile }) => {
    const { limit: usual } = readCap(capFile);
    const today = { day: dayOf(wish.now, localZone()), limit };
    writeCap(capFile, isForToday ? { ...(usual && { limit: usual }), today } : { limit });
  });
  return written.ok ? machineCap(wish) : written;
}

export function liftMachineCap(wish: CapWish): Reply<CapView> {
  const lifted = withFiles(wish.env, ({ capFile }) => rmSync(capFile, { force: true }));
  return lifted.ok ? machineCap(wish) : lifted;
}

function withFiles<T>(env: NodeJS.ProcessEnv, act: (files: { dir: string; capFile: string }) => T): Reply<T> {
  const files = machineMoneyOf(env);
  if (files === null)
    return refused({ what: "unusable", sentence: "This user has no home folder to keep a limit in; set HOME." });
  try {
    return granted(act(files));
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    return refused({
      what: "unusable",
      sentence: `The limit of this machine, ${files.capFile}, is out of reach: ${said}.`,
    });
  }
}
