/**
 * What the model does, by the name of the scenario. A scenario sees the request, how far it has come and how often its
 * marker was served before; it remembers nothing itself. README.md beside this file lists them for people.
 */
import type { Conversation } from "./conversation.ts";
import type { Marker } from "./marker.ts";
import { allMarkers } from "./marker.ts";
import { type Answer, answer, type Delivery, type Reply, refusal } from "./reply.ts";
import { resultAnswer } from "./result-answer.ts";
import { findTask } from "./task-prompt.ts";
import { callbackCall, shellCall, writeCall } from "./tool-calls.ts";

export interface Scene {
  readonly conversation: Conversation;
  readonly marker: Marker;
  /** 1 for the first request with this marker. */
  readonly nth: number;
}

type Scenario = (scene: Scene) => Reply;

export const SCENARIOS: ReadonlyMap<string, Scenario> = new Map<string, Scenario>([
  ["ok", createFile],
  ["say", ({ marker }) => answer(marker.argument || "Hello.")],
  ["bash", ({ conversation, marker }) => once(marker, answer("Running it.", shellCall(conversation, marker.argument)))],
  ["steps", steps],
  [
    "slow",
    ({ marker, ...scene }) => ({ ...steps({ ...scene, marker: shifted(marker) }), delayMs: first(marker, 1000) }),
  ],
  ["usage", usage],
  ["loop", ({ conversation, marker }) => answer("Looking again.", shellCall(conversation, sameAgain(marker)))],
  ["limit", (scene) => (scene.marker.turn === 0 ? steps(scene) : refusal(429, {}))],
  ["recall", recall],
  ["result", result],
  ["mcp", callback],
  ["mcp-stall", (scene) => ({ ...callback(scene), ...(scene.marker.turn > 0 && { delivery: "stalled" }) })],
  ["unknown-tool", ({ marker }) => once(marker, answer("Trying.", { name: "no_such_tool", args: {} }))],
  ["empty", () => answer("")],
  ["max-tokens", () => answer("This answer is cut off in the mid", null, { stop: "length" })],
  ["declined", () => answer("I cannot help with that.", null, { stop: "refusal" })],
  ["http", (scene) => (isFailing(scene, scene.marker.list[1]) ? httpError(scene.marker) : createFile(scene))],
  [
    "overflow",
    (scene) => (isFailing(scene, scene.marker.list[0]) ? refusal(400, { overflow: true }) : createFile(scene)),
  ],
  ["failed-stream", failedStream],
  ["malformed", faulty("malformed")],
  ["cut", faulty("cut")],
  ["stall", faulty("stalled")],
  ["page", (scene) => (isFailing(scene, scene.marker.list[0]) ? { type: "page" } : createFile(scene))],
  ["reset", (scene) => (isFailing(scene, scene.marker.list[0]) ? { type: "reset" } : createFile(scene))],
  ["silence", () => ({ type: "silence" })],
]);

/** `[[ok]]`, `[[ok:TEXT]]`: creates hello.txt. */
function createFile({ conversation, marker }: Scene): Answer {
  const text = marker.name === "ok" && marker.argument !== "" ? `hello ${marker.argument}\n` : "hello\n";
  const call = writeCall(conversation, "hello.txt", text);
  return marker.turn === 0 ? answer("I will create hello.txt.", call) : answer("Done: hello.txt is there.");
}

/** `[[steps:COUNT]]`, `[[steps:COUNT,SECONDS]]`: as many calls of a shell, each of which lasts so long. */
function steps({ conversation, marker }: Scene): Answer {
  const { turn, list } = marker;
  if (turn >= first(marker, 3)) return answer("All steps are done.");
  const rest = Number(list[1] ?? 0) > 0 ? `; sleep ${Number(list[1])}` : "";
  return answer(`Step ${turn + 1}.`, shellCall(conversation, `echo step ${turn + 1} >> steps.txt${rest}`));
}

/** `[[loop]]`, `[[loop:COUNT]]`: a line that is the same for ever, and works for ever from that call on. */
function sameAgain(marker: Marker): string {
  const before = Array.from({ length: first(marker, 0) - 1 }, (_, at) => `mkdir again${at + 1}`);
  return marker.list.length === 0 ? "echo the same as before" : [...before, "sleep 300"].join(" || ");
}

/** `[[usage:INPUT,OUTPUT,CACHED,STEPS]]`: every answer says it used so much. */
function usage({ conversation, marker }: Scene): Answer {
  const [input = 1000, output = 100, cached = 0, count = 0] = marker.list.map(Number);
  const call = marker.turn < count ? shellCall(conversation, `echo step ${marker.turn + 1}`) : null;
  return answer(call === null ? "Used it up." : `Step ${marker.turn + 1}.`, call, { usage: { input, output, cached } });
}

/** `[[recall]]`: who said what up to here. It proves that a resumed session holds the earlier turns. */
function recall({ conversation }: Scene): Answer {
  const roles = conversation.messages.map(({ role, toolCalls, toolResults }) => {
    return `${role.charAt(0)}${"C".repeat(toolCalls.length)}${"R".repeat(toolResults.length)}`;
  });
  return answer(`RECALL roles=${roles.join(" ")} markers=${allMarkers(conversation).join(" ")}`);
}

/** `[[result]]`, `[[result:FILE]]`: creates the file, then ends with a result of Reeve's for the task in the prompt. */
function result({ conversation, marker }: Scene): Answer {
  const file = marker.argument;
  const begins = file === "" ? 0 : 1;
  if (marker.turn < begins) {
    return answer(`I will create ${file}.`, writeCall(conversation, file, `made for ${taskOf(conversation)}\n`));
  }
  const result = { status: "done", task_id: taskOf(conversation), files_created: file === "" ? [] : [file] };
  return resultAnswer(conversation, result, marker.turn === begins);
}

/** `[[mcp:TOOL]]`, `[[mcp:TOOL,JSON]]`: calls a tool of a callback server, then says what it gave. */
function callback({ conversation, marker }: Scene): Answer {
  const [tool = ""] = marker.list;
  if (marker.turn > 0) {
    return answer(`${tool} answered: ${conversation.messages.flatMap((message) => message.toolResults).at(-1)}`);
  }
  const call = callbackCall(conversation, tool, parseArguments(marker.argument.slice(tool.length + 1)));
  const known = conversation.tools.map(({ name }) => name).join(" ");
  return call === null ? answer(`There is no tool ${tool} among: ${known}`) : answer(`Calling ${tool}.`, call);
}

/** `[[http:STATUS,TIMES,RETRY-AFTER,MESSAGE]]`: fails that often (0 or nothing: always), then does as `ok`. */
function httpError({ list }: Marker): Reply {
  const [status = "500", , retryAfter = "", ...message] = list;
  const words = message.join(", ");
  return refusal(Number(status), { retryAfter: retryAfter || null, message: words || null });
}

/** `[[failed-stream:CODE,TIMES,MESSAGE]]` */
function failedStream(scene: Scene): Reply {
  const [code = "server_error", times, ...message] = scene.marker.list;
  if (!isFailing(scene, times)) return createFile(scene);
  return { type: "failed_stream", code, message: message.join(", ") || code };
}

/** `[[malformed:TIMES]]`, `[[cut:TIMES]]`, `[[stall:TIMES]]` */
function faulty(delivery: Delivery): Scenario {
  return (scene) =>
    isFailing(scene, scene.marker.list[0])
      ? answer("This is the beginning of an answer that never gets to its end.", null, { delivery })
      : createFile(scene);
}

function isFailing({ nth }: Scene, times: string | undefined): boolean {
  const limit = Number(times || 0);
  return limit === 0 || nth <= limit;
}

function once({ turn }: Marker, call: Answer): Answer {
  return turn === 0 ? call : answer("Finished.");
}

function first({ list }: Marker, otherwise: number): number {
  return Number(list[0] ?? otherwise);
}

function shifted(marker: Marker): Marker {
  return { ...marker, list: marker.list.slice(1) };
}

function taskOf(conversation: Conversation): string {
  return findTask(conversation)?.task ?? "unknown";
}

function parseArguments(json: string): Record<string, unknown> {
  for (const text of [json, json.replaceAll('\\"', '"')]) {
    try {
      const value: unknown = JSON.parse(text);
      if (typeof value === "object" && value !== null) return { ...value };
    } catch {}
  }
  return {};
}
