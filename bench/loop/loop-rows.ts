/**
 * Durable decisions per second: Reeve's loop, a bare SQLite loop, LangGraph.js. In turn, several times over, so that all
 * meet the same machine; each ratio is the median of the ratios of the rounds.
 */
import { join } from "node:path";
import { median, perSecond, times } from "../figures.ts";
import type { Lab } from "../lab.ts";
import type { Row } from "../table.ts";

const ROUNDS = 5;
const PARALLEL = 50;
const WORKFLOWS = 1_000;
const LANGGRAPH_WORKFLOWS = 100;

interface Round {
  readonly reeve: number;
  readonly reeveSteps: number;
  /** A bare loop that is given records, and one that is given bytes. */
  readonly bare: number;
  readonly bareBytes: number;
  /** LangGraph's checkpoints per second: with the same durability as Reeve, and as it comes. */
  readonly graph: number;
  readonly graphAsIs: number;
  readonly graphSteps: number;
}

export async function measureLoop(lab: Lab): Promise<Row[]> {
  const rounds = Array.from({ length: ROUNDS }, () => measureRound(lab));
  const rate = (of: (round: Round) => number): string => perSecond(median(rounds.map(of)));
  const ratio = (of: (round: Round) => number): number => median(rounds.map(of));
  const bare = ratio((round) => round.reeve / round.bare);
  const same = ratio((round) => round.reeve / round.graph);
  const asIs = ratio((round) => round.reeve / round.graphAsIs);
  const reeve = rate((round) => round.reeve);
  return [
    {
      what: `durable decisions, ${PARALLEL} attempts at once`,
      reeve,
      beside: `bare node:sqlite, the same records ${rate((round) => round.bare)}`,
      ratio: times(bare),
      target: "≥ 0.5×",
      met: bare >= 0.5,
    },
    {
      what: "… beside ready-made bytes",
      reeve,
      beside: `bare node:sqlite, the same bytes ${rate((round) => round.bareBytes)}`,
      ratio: times(ratio((round) => round.reeve / round.bareBytes)),
      target: "",
      met: null,
    },
    {
      what: "… as ten-step workflows, same durability",
      reeve,
      beside: `LangGraph.js, synchronous=FULL ${rate((round) => round.graph)}`,
      ratio: times(same),
      target: "≥ 20×",
      met: same >= 20,
    },
    {
      what: "… with LangGraph.js as it comes",
      reeve,
      beside: `LangGraph.js, synchronous=NORMAL ${rate((round) => round.graphAsIs)}`,
      ratio: times(asIs),
      target: "",
      met: null,
    },
    {
      what: "… whole steps instead of records",
      reeve: rate((round) => round.reeveSteps),
      beside: `LangGraph.js, synchronous=FULL ${rate((round) => round.graphSteps)}`,
      ratio: times(ratio((round) => round.reeveSteps / round.graphSteps)),
      target: "",
      met: null,
    },
  ];
}

interface Loop {
  readonly records: number;
  readonly steps: number;
  readonly seconds: number;
  readonly journal: string;
}

interface Graph {
  readonly checkpoints: number;
  readonly steps: number;
  readonly seconds: number;
}

function measureRound(lab: Lab): Round {
  const dir = lab.folder("loop");
  const graphWith = (name: string, synchronous: string, durability: string): Graph =>
    lab.measure("peers/langgraph.js", join(dir, name), LANGGRAPH_WORKFLOWS, synchronous, durability, PARALLEL);
  const reeve = lab.measure<Loop>("loop/loop-reeve.ts", dir, WORKFLOWS, PARALLEL);
  const bareWith = (what: string): Loop =>
    lab.measure("loop/loop-bare.ts", join(dir, `${what}.db`), reeve.journal, PARALLEL, what);
  const [bare, bareBytes] = [bareWith("records"), bareWith("bytes")];
  const graph = graphWith("full.db", "FULL", "sync");
  const asIs = [graphWith("sync.db", "", "sync"), graphWith("async.db", "", "async")];
  return {
    reeve: reeve.records / reeve.seconds,
    reeveSteps: reeve.steps / reeve.seconds,
    bare: bare.records / bare.seconds,
    bareBytes: bareBytes.records / bareBytes.seconds,
    graph: graph.checkpoints / graph.seconds,
    graphAsIs: Math.max(...asIs.map(({ checkpoints, seconds }) => checkpoints / seconds)),
    graphSteps: graph.steps / graph.seconds,
  };
}
