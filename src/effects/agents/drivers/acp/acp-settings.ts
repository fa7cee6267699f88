/**
 * Model and mode of a session. Agents offer them in three ways: as options of the session, as modes, or as models, which the
 * protocol does not know any more. What an agent offers in none of them cannot be chosen, and that is a mistake in the
 * configuration.
 */
import { methods } from "@agentclientprotocol/sdk";
import { asList, asMapping, asText } from "../../../../basics/loose.ts";
import type { Loose } from "../json-line.ts";
import type { AcpConnection } from "./acp-connection.ts";

const ANSWER_MS = 60_000;
const { setConfigOption, setMode } = methods.agent.session;

/** Null: it is chosen. */
export async function chooseSetting(
  connection: AcpConnection,
  sessionId: string,
  opened: Loose,
  what: "model" | "mode",
  value: string,
): Promise<string | null> {
  const option = asList(opened["configOptions"])
    .map(asMapping)
    .find((each) => each["category"] === what || each["id"] === what);
  if (option === undefined && offered(opened, what).length === 0)
    return `This agent lets no ${what} be chosen over ACP. Choose it with a flag in \`command\`, and leave it out elsewhere.`;
  const [method, params] = option
    ? [setConfigOption, { sessionId, configId: option["id"], value }]
    : WAYS[what](sessionId, value);
  const answer = await connection.ask(method, params, ANSWER_MS);
  if (answer.type === "result") return null;
  const choices = option === undefined ? offered(opened, what) : valuesOf(option["options"]);
  const why = answer.type === "error" ? ` (${answer.message.slice(0, 200)})` : "";
  return `The agent did not take the ${what} ${value}${why}. It offers: ${choices.slice(0, 20).join(", ") || "nothing"}.`;
}

const WAYS = {
  mode: (sessionId: string, modeId: string) => [setMode, { sessionId, modeId }],
  model: (sessionId: string, modelId: string) => ["session/set_model", { sessionId, modelId }],
} as const satisfies Record<string, (sessionId: string, value: string) => readonly [string, object]>;

function offered(opened: Loose, what: "model" | "mode"): readonly string[] {
  const [list, key] =
    what === "mode"
      ? [asMapping(opened["modes"])["availableModes"], "id"]
      : [asMapping(opened["models"])["availableModels"], "modelId"];
  return asList(list).flatMap((each) => asText(asMapping(each)[String(key)]) ?? []);
}

/** Also of groups. */
function valuesOf(options: unknown): readonly string[] {
  return asList(options).flatMap((each) => {
    const choice = asMapping(each);
    return asText(choice["value"]) ?? valuesOf(choice["options"]);
  });
}
