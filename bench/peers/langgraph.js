/**
 * LangGraph.js with its SQLite checkpointer: workflows of ten steps that take no time, 50 threads at once, each step
 * checkpointed. Its own settings are kept; the third argument may raise `synchronous` to what Reeve uses.
 */
import { Annotation, END, START, StateGraph } from "@langchain/langgraph";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";

const STEPS = 10;
const [file = "", workflowCount = "100", synchronous = "", durability = "sync", parallel = "50"] =
  process.argv.slice(2);

const saver = SqliteSaver.fromConnString(file);
saver.setup();
if (synchronous !== "") saver.db.pragma(`synchronous = ${synchronous}`);
const graph = tenSteps().compile({ checkpointer: saver });

await workAll(20, "warm");
const before = performance.now();
const rowsBefore = checkpoints();
await workAll(Number(workflowCount), "work");
const seconds = (performance.now() - before) / 1000;
const steps = Number(workflowCount) * STEPS;
console.log(JSON.stringify({ checkpoints: checkpoints() - rowsBefore, steps, seconds }));
saver.db.close();

function tenSteps() {
  const graph = new StateGraph(Annotation.Root({ prompt: Annotation(), done: Annotation() }));
  const names = Array.from({ length: STEPS }, (_, step) => `step${step}`);
  for (const name of names) graph.addNode(name, () => ({ done: name }));
  graph.addEdge(START, "step0");
  for (let step = 1; step < STEPS; step += 1) graph.addEdge(`step${step - 1}`, `step${step}`);
  graph.addEdge(`step${STEPS - 1}`, END);
  return graph;
}

async function workAll(count, name) {
  let next = 0;
  const worker = async () => {
    while (next < count) {
      const thread = `${name}-${next}`;
      next += 1;
      const state = await graph.invoke(
        { prompt: `Do ${thread}.` },
        { configurable: { thread_id: thread }, durability },
      );
      if (state.done !== `step${STEPS - 1}`) throw new Error(`${thread} ended at ${state.done}`);
    }
  };
  await Promise.all(Array.from({ length: Number(parallel) }, worker));
}

function checkpoints() {
  return saver.db.prepare("SELECT count(*) AS count FROM checkpoints").get().count;
}
