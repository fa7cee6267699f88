/** The scripted model server as a program, for demonstrations: `node test/model-server/main.ts --port 4010`. */
import { parseArgs } from "node:util";
import { startModelServer } from "./model-server.ts";

const { values } = parseArgs({ options: { port: { type: "string", default: "0" } } });
const server = await startModelServer({ port: Number(values.port) });
console.log(server.url);

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => {
    server.close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  });
}
