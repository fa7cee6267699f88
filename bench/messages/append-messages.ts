/** Appends so many messages to a log, one write each; the JSON on its last line says how long that took. */
import { MessageWriter } from "../../src/systems/messages/message-writer.ts";

const [log = "", from = "", count = "0"] = process.argv.slice(2);

const writer = new MessageWriter(log);
const before = performance.now();
for (let n = 0; n < Number(count); n++)
  writer.append({ from, to: "reader", type: "progress", summary: `message ${n} with a few words` }, Date.now());
writer.close();
console.log(JSON.stringify({ ms: performance.now() - before }));
