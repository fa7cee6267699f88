/** Reads the body of a request of each API into a Conversation. It answers nothing. */
import type { Api, Conversation, Message, Tool } from "./conversation.ts";
import { type Json, object, objects, string, textOf } from "./json.ts";

export function readRequest(api: Api, path: string, body: Json): Conversation {
  switch (api) {
    case "anthropic":
      return readAnthropic(body);
    case "responses":
      return readResponses(body);
    case "chat":
      return readChat(body);
    case "gemini":
      return readGemini(path, body);
  }
}

function readAnthropic(body: Json): Conversation {
  return {
    ...basics("anthropic", body),
    system: textOf(body["system"]),
    messages: objects(body["messages"]).map((message) => {
      const blocks =
        typeof message["content"] === "string"
          ? [{ type: "text", text: message["content"] }]
          : objects(message["content"]);
      const ofType = (type: string) => blocks.filter((block) => object(block)["type"] === type).map(object);
      return {
        role: message["role"] === "assistant" ? "assistant" : "user",
        text: textOf(ofType("text")),
        toolCalls: ofType("tool_use").map((block) => string(block["name"])),
        toolResults: ofType("tool_result").map((block) => textOf(block["content"])),
      };
    }),
    tools: objects(body["tools"]).map((tool) => plainTool(tool["name"])),
    schema: object(object(body["output_config"])["format"])["schema"],
  };
}

function readResponses(body: Json): Conversation {
  const input = body["input"];
  const items = typeof input === "string" ? [{ role: "user", content: input }] : objects(input);
  return {
    ...basics("responses", body),
    system: string(body["instructions"]),
    messages: items.map(readItem),
    tools: objects(body["tools"]).flatMap(responsesTool),
    schema: object(object(body["text"])["format"])["schema"],
  };
}

function readItem(item: Json): Message {
  const type = string(item["type"]);
  if (type.endsWith("_output")) {
    const output = textOf(item["output"]) || JSON.stringify(item["output"] ?? "");
    return { role: "tool", text: "", toolCalls: [], toolResults: [output] };
  }
  if (type.endsWith("_call")) {
    return { role: "assistant", text: "", toolCalls: [string(item["name"]) || type], toolResults: [] };
  }
  return { role: roleOf(item["role"]), text: textOf(item["content"]), toolCalls: [], toolResults: [] };
}

function responsesTool(tool: Json): readonly Tool[] {
  const name = string(tool["name"]) || string(tool["type"]);
  if (tool["type"] !== "namespace") return [{ name, freeform: tool["type"] === "custom" }];
  return objects(tool["tools"]).map((inner) => plainTool(`${name}::${string(inner["name"])}`));
}

function readChat(body: Json): Conversation {
  const messages = objects(body["messages"]).map((message): Message => {
    const text = textOf(message["content"]);
    if (message["role"] === "tool") return { role: "tool", text: "", toolCalls: [], toolResults: [text] };
    const calls = objects(message["tool_calls"]).map((call) => string(object(call["function"])["name"]));
    return { role: roleOf(message["role"]), text, toolCalls: calls, toolResults: [] };
  });
  return {
    ...basics("chat", body),
    system: messages
      .filter(({ role }) => role === "system")
      .map(({ text }) => text)
      .join("\n"),
    messages,
    tools: objects(body["tools"]).map((tool) => plainTool(object(tool["function"])["name"])),
    schema: object(object(body["response_format"])["json_schema"])["schema"],
  };
}

function readGemini(path: string, body: Json): Conversation {
  const config = object(body["generationConfig"]);
  return {
    api: "gemini",
    model: /models\/([^/:]+):/.exec(path)?.[1] ?? "",
    stream: path.includes(":streamGenerateContent"),
    system: textOf(object(body["systemInstruction"])["parts"]),
    messages: objects(body["contents"]).map((content) => {
      const parts = objects(content["parts"]);
      const having = (key: string) => parts.filter((part) => key in part).map((part) => object(part[key]));
      return {
        role: content["role"] === "model" ? "assistant" : "user",
        text: textOf(parts),
        toolCalls: having("functionCall").map((call) => string(call["name"])),
        toolResults: having("functionResponse").map((result) => JSON.stringify(result["response"] ?? null)),
      };
    }),
    tools: objects(body["tools"]).flatMap((group) =>
      objects(group["functionDeclarations"]).map((tool) => plainTool(tool["name"])),
    ),
    schema: config["responseJsonSchema"] ?? config["responseSchema"],
  };
}

function basics(api: Api, body: Json): Pick<Conversation, "api" | "model" | "stream"> {
  return { api, model: string(body["model"]), stream: body["stream"] === true };
}

function plainTool(name: unknown): Tool {
  return { name: string(name), freeform: false };
}

function roleOf(role: unknown): Message["role"] {
  if (role === "assistant") return "assistant";
  return role === "system" || role === "developer" ? "system" : "user";
}
