/** Pebble itself, in a few lines: reads its prompt, says what it does, writes a file, and ends with a last word. */
import { writeFileSync } from "node:fs";
import { text } from "node:stream/consumers";

const prompt = await text(process.stdin);
const task = process.env.REEVE_TASK_ID;
const say = (line) => process.stdout.write(`${JSON.stringify(line)}\n`);
say({ kind: "hello", session: `s-${task}` });
say({ kind: "uses", tool: "write", with: { file: `${task}.txt` } });
writeFileSync(`${task}.txt`, `${prompt.length} letters were asked of me\n`);
say({ kind: "cost", tokens: 12 });
say({ kind: "finished", answer: JSON.stringify({ status: "done", task_id: task, files_created: [`${task}.txt`] }) });
