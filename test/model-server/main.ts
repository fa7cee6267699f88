/**
 * The scripted model server as a program: `node test/model-server/main.ts --port 4010`. It prints its address. With
 * `--script FILE` it plays a script to prompts without a marker, and prints a line of JSON for each attempt that begins; with
 * `--attended` it ends when its standard input does, so that it does not outlive whoever started it.
 */
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { formatMistake } from "../../src/config/mistakes/mistake.ts";
import { parseScript } from "../../src/effects/agents/scripted/script.ts";
import { startModelServer } from "./model-server.ts";
import { type ScriptPlayer, scriptPlayer } from "./play-script.ts";

const { values } = parseArgs({
  options: {
    port: { type: "string", default: "0" },
    script: { type: "string" },
    attended: { type: "boolean", default: false },
  },
});
const play = values.script === undefined ? undefined : playerOf(values.script);
const server = await startModelServer({ port: Number(values.port), ...(play && { play }) });
console.log(server.url);

for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, leave);
if (values.attended) process.stdin.once("end", leave).once("error", leave).resume();

function leave(): void {
  server.close().then(
    () => process.exit(0),
    () => process.exit(1),
  );
}

function playerOf(file: string): ScriptPlayer {
  const script = parseScript(readFileSync(file, "utf8"), file);
  if (script.ok) return scriptPlayer(script.value, (begun) => console.log(JSON.stringify(begun)));
  console.error(script.mistakes.map(formatMistake).join("\n"));
  process.exit(2);
}
