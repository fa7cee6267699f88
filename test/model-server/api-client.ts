/** A small client of each API, for the tests of the server: it asks as an agent does and reads the answer back. */
import type { Api } from "./conversation.ts";
import type { ModelServer } from "./model-server.ts";
import { readers, type Told } from "./read-answer.ts";

export interface Question {
  readonly prompt: string;
  /** Tools that were called and answered since the prompt. */
  readonly results?: readonly string[];
  readonly tools?: readonly string[];
  readonly system?: string;
  readonly stream: boolean;
}

export function post(server: ModelServer, api: Api, question: Question, signal?: AbortSignal): Promise<Response> {
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify(requests[api](question));
  return fetch(`${server.url}${pathOf(api, question.stream)}`, {
    method: "POST",
    headers,
    body,
    signal: signal ?? null,
  });
}

export async function ask(server: ModelServer, api: Api, question: Question): Promise<Told> {
  const response = await post(server, api, question);
  if (response.status !== 200) throw new Error(`status ${response.status}`);
  if (!question.stream) return readers[api]([await response.json()], false);
  const frames = (await response.text()).split("\n\n").filter((frame) => frame !== "");
  const data = frames.map((frame) => frame.slice(frame.indexOf("data: ") + "data: ".length));
  return readers[api](
    data.filter((each) => each !== "[DONE]").map((each): unknown => JSON.parse(each)),
    true,
  );
}

function pathOf(api: Api, stream: boolean): string {
  const method = stream ? "streamGenerateContent?alt=sse" : "generateContent";
  return {
    anthropic: "/v1/messages",
    responses: "/v1/responses",
    chat: "/v1/chat/completions",
    gemini: `/v1beta/models/some-model:${method}`,
  }[api];
}

const requests: Readonly<Record<Api, (question: Question) => unknown>> = {
  anthropic: ({ prompt, results = [], tools = [], system = "", stream }) => ({
    model: "some-model",
    stream,
    system,
    tools: tools.map((name) => ({ name })),
    messages: [
      { role: "user", content: prompt },
      ...results.flatMap((content, id) => [
        { role: "assistant", content: [{ type: "tool_use", id, name: "Bash", input: {} }] },
        { role: "user", content: [{ type: "tool_result", tool_use_id: id, content }] },
      ]),
    ],
  }),
  responses: ({ prompt, results = [], tools = [], system = "", stream }) => ({
    model: "some-model",
    stream,
    instructions: system,
    tools: tools.map((name) => ({ type: "function", name })),
    input: [
      { type: "message", role: "user", content: [{ type: "input_text", text: prompt }] },
      ...results.flatMap((output, id) => [
        { type: "function_call", call_id: id, name: "exec_command" },
        { type: "function_call_output", call_id: id, output },
      ]),
    ],
  }),
  chat: ({ prompt, results = [], tools = [], system = "", stream }) => ({
    model: "some-model",
    stream,
    tools: tools.map((name) => ({ type: "function", function: { name } })),
    messages: [
      { role: "system", content: system },
      { role: "user", content: prompt },
      ...results.flatMap((content, id) => [
        { role: "assistant", content: null, tool_calls: [{ id, function: { name: "bash" } }] },
        { role: "tool", tool_call_id: id, content },
      ]),
    ],
  }),
  gemini: ({ prompt, results = [], tools = [], system = "" }) => ({
    systemInstruction: { parts: [{ text: system }] },
    tools: [{ functionDeclarations: tools.map((name) => ({ name })) }],
    contents: [
      { role: "user", parts: [{ text: prompt }] },
      ...results.flatMap((output) => [
        { role: "model", parts: [{ functionCall: { name: "run_shell_command", args: {} } }] },
        { role: "user", parts: [{ functionResponse: { name: "run_shell_command", response: { output } } }] },
      ]),
    ],
  }),
};
