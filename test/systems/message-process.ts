/** Appends so many messages to a log, as one of several processes that do; says when it begins and how many it wrote. */
import { MessageWriter } from "../../src/systems/messages/message-writer.ts";

const [log = "", name = "", count = "0"] = process.argv.slice(2);

const writer = new MessageWriter(log);
process.stdout.write("begun\n");
for (let n = 1; n <= Number(count); n++)
  writer.append({ from: name, to: "reader", type: "progress", summary: `number ${n}`, data: { n } }, 1_700_000_000_000);
writer.close();
process.stdout.write(`wrote ${count}\n`);
