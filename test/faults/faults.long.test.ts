/**
 * Each fault is injected in a real run, and what came of it is the table in docs/failure-model.md: written down by this test
 * (`REEVE_GOLDEN=update npm run test:one -- test/faults`), compared with it otherwise.
 */
import { expect, it } from "vitest";
import { expectGenerated } from "../generated-table.ts";
import { LONG_TEST_HANG_MS } from "../wait.ts";
import { PROCESS_FAULTS, STREAM_FAULTS, WORK_FAULTS } from "./agent-faults.ts";
import { CLOCK_FAULTS, playClockFaults } from "./clock-faults.ts";
import { AREAS } from "./fault.ts";
import { differences, playAgentFaults, playRunFaults } from "./play.ts";
import { type Row, rowOf } from "./row.ts";
import { RUN_FAULTS } from "./run-faults.ts";
import { FAULTS, faultsTable } from "./table.ts";

const AGENT_FAULTS = [...PROCESS_FAULTS, ...STREAM_FAULTS, ...WORK_FAULTS];
const FAULTS_MIN = 60;

it(
  "every fault is seen, decided about and comes to the end that docs/failure-model.md says",
  async () => {
    const ofClocks = await playClockFaults(CLOCK_FAULTS);
    const [ofAgents, ofRuns] = await Promise.all([playAgentFaults(AGENT_FAULTS), playRunFaults(RUN_FAULTS)]);
    const faults = [...AGENT_FAULTS, ...RUN_FAULTS, ...CLOCK_FAULTS];
    const happened = [...ofAgents, ...ofRuns, ...ofClocks];
    const groups = new Map<string, Row[]>(AREAS.map((area) => [area, []]));
    for (const [at, fault] of faults.entries()) {
      const one = happened[at];
      if (one) groups.get(fault.area)?.push(rowOf(one));
    }
    const table = faultsTable(groups);
    expect(faults.flatMap((fault, at) => (happened[at] ? differences(fault, happened[at]) : [fault.name]))).toEqual([]);
    expect(faults.length).toBeGreaterThanOrEqual(FAULTS_MIN);
    expectGenerated(FAULTS, table);
  },
  LONG_TEST_HANG_MS,
);
