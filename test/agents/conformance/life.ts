/** The part of the conformance suite about a killed Reeve, which finds its agent again; and the means to kill an agent. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { processTable } from "../../../src/effects/processes/table/process-table.ts";
import type { AgentLab } from "./agent-lab.ts";
import type { Subject } from "./subject.ts";
import { trial } from "./trial.ts";

export function conformsInLife(subject: Subject): void {
  trial(
    subject,
    "killed Reeve",
    "Reeve is killed: driver and agent work on, are found again, and the end is told once",
    async (lab) => {
      const turn = { marker: `[[bash:until [ -e go ]; do sleep 0.1; done]]` };
      const pid = await lab.start(turn);
      await lab.usesTool();
      await lab.lab.crash();
      expect(await lab.lab.host.adopt(lab.request(turn))).toMatchObject({ state: "running", agent: { pid } });
      writeFileSync(join(lab.world.workspace.dir, "go"), "");
      await lab.ended();
      expect(lab.lab.ends).toHaveLength(1);
      expect(lab.texts()).toContain("Finished.");
    },
  );
}

/** Kills the agent, its wrappers and its tools, as a machine without memory does it: that is a crash. */
export async function killAtWork(lab: AgentLab, driver: number, id: string): Promise<void> {
  for (const pid of await descendantsOf(driver)) end(pid);
  expect(await lab.ended(id)).toMatchObject({ type: "failed", failure: { class: "crash", restart: "transient" } });
}

/** One that ends by itself meanwhile needs no end. */
function end(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {}
}

async function descendantsOf(pid: number): Promise<readonly number[]> {
  const choice = processTable();
  if (!choice.ok) throw new Error(choice.sentence);
  const all = await choice.table.list();
  const found = [pid];
  for (const parent of found) found.push(...all.filter(({ ppid }) => ppid === parent).map((info) => info.pid));
  return found.slice(1);
}
