/**
 * The services that recipes talk to, in a process of their own because the recipes run synchronously: a proxy that gives
 * one answer to everybody, a port that is taken, a port that takes connections and never says a word.
 */
import { createServer as createHttp } from "node:http";
import { createServer } from "node:net";
import type { Answer } from "./recipe.ts";

interface Asked {
  readonly answers?: Answer;
  readonly proxyPort: number;
  readonly listens?: number;
  readonly silent?: number;
}

const { answers, proxyPort, listens, silent } = JSON.parse(process.argv[2] ?? "{}") as Asked;
const opened: Promise<void>[] = [];
if (answers) {
  const proxy = createHttp((_, response) => {
    response.writeHead(answers.status, { "content-type": "application/json", ...answers.headers });
    response.end(answers.body);
  });
  opened.push(new Promise((resolve) => proxy.listen(proxyPort, "127.0.0.1", resolve)));
}
for (const port of [listens, silent])
  if (port !== undefined)
    opened.push(new Promise((resolve) => createServer(() => undefined).listen(port, "127.0.0.1", resolve)));
await Promise.all(opened);
process.stdout.write("ready\n");
