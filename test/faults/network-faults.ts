/** What goes wrong between an agent and its model, with the gateway between them: a real server that answers as it should not. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { json, listen, portOf } from "../gateway/lab.ts";
import { planOf } from "./agents.ts";
import type { RunFault } from "./fault.ts";
import type { Scene } from "./scene.ts";

/** Asks its model once, and tells what went wrong as most programs do. */
const AGENT = `import { writeFileSync } from "node:fs";
try {
  const answer = await fetch(process.env.ANTHROPIC_BASE_URL + "/v1/messages", { method: "POST", headers: { "x-api-key": "the-key" }, body: "{}" });
  const text = await answer.text();
  if (answer.status !== 200) { console.error("API Error: " + answer.status + " " + text); process.exit(1); }
  JSON.parse(text);
  writeFileSync(process.env.REEVE_TASK_ID + ".txt", text);
  console.log(JSON.stringify({ status: "done", files_created: [process.env.REEVE_TASK_ID + ".txt"] }));
} catch (error) {
  console.error("TypeError: fetch failed: " + (error.cause?.code ?? error.message));
  process.exit(1);
}
`;
const ANSWER = { model: "claude-haiku-4-5", usage: { input_tokens: 1_000_000, output_tokens: 0 } };

const PAGE =
  "<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n<body>\r\n<center><h1>502 Bad Gateway</h1></center>\r\n<hr><center>nginx</center>\r\n</body>\r\n</html>\r\n";

type Answers = (response: ServerResponse, request: IncomingMessage) => void;

const good: Answers = (response) => json(response, 200, ANSWER);
const says =
  (status: number, type: string): Answers =>
  (response) =>
    json(response, status, { type: "error", error: { type, message: type.replaceAll("_", " ") } });

export const NETWORK_FAULTS: readonly RunFault[] = [
  answered("a model's API answers 500, once", { exits: [0], asked: 0 }, [says(500, "api_error"), good]),
  answered("a model's API is overloaded (529), once", { exits: [0], asked: 0 }, [says(529, "overloaded_error"), good]),
  answered("a model's API does not know the key (401)", { exits: [3], asked: 1 }, [says(401, "authentication_error")]),
  answered("a model's API cuts its answer off, once", { exits: [0], asked: 0 }, [cutOff, good]),
  answered("a proxy answers with its own page (502, HTML), once", { exits: [0], asked: 0 }, [
    (response) => void response.writeHead(502, { "content-type": "text/html" }).end(PAGE),
    good,
  ]),
  answered("a model's API answers what is no JSON, once", { exits: [0], asked: 0 }, [
    (response) => void response.writeHead(200, { "content-type": "application/json" }).end("<html>"),
    good,
  ]),
  {
    name: "a model's API cannot be reached, and comes back",
    ...{ area: "network", plan: planOf("a"), agent: {}, expect: { exits: [0], asked: 0 } },
    play: async (scene) => {
      const first = await listen((_, response) => good(response, _));
      const port = portOf(first);
      first.close();
      prepare(scene, port);
      const reeve = scene.start("plan.yaml");
      await reeve.line(/a: is retried/);
      const server = await listen((_, response) => good(response, _), port);
      await scene.ends(reeve);
      server.closeAllConnections();
      server.close();
    },
  },
];

function answered(name: string, expected: RunFault["expect"], answers: readonly Answers[]): RunFault {
  const play = async (scene: Scene): Promise<void> => {
    let asked = 0;
    const server = await listen((request, response) => {
      const answer = answers[Math.min(asked, answers.length - 1)];
      asked += 1;
      answer?.(response, request);
    });
    prepare(scene, portOf(server));
    await scene.run("plan.yaml");
    server.closeAllConnections();
    server.close();
  };
  return { name, area: "network", plan: planOf("a"), agent: {}, expect: expected, play };
}

function cutOff(response: ServerResponse): void {
  response.writeHead(200, { "content-type": "application/json", "content-length": "1000" });
  response.write('{"model":', () => response.destroy());
}

function prepare({ project }: Scene, port: number): void {
  const env = `{ ANTHROPIC_BASE_URL: "http://127.0.0.1:${port}" }`;
  const command = `[${JSON.stringify(process.execPath)}, ${JSON.stringify(join(project.dir, "agent.mjs"))}]`;
  const agents = `agents: { sh: { adapter: command, command: ${command}, env: ${env}, tiers: { only: claude-haiku-4-5 } } }\n`;
  project.write("reeve.yaml", `gateway: on\n${agents}${project.read("reeve.yaml").replace(/^agents:.*\n/m, "")}`);
  project.write("agent.mjs", AGENT);
}
