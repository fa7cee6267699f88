/**
 * What a JSON line tells about failing, as `key: value` lines. Agents print a stream of events: what the model or a tool
 * said inside them is a mention, never a cause; only the fields in which a program reports its own end are read.
 */

/** Events that carry somebody's words. */
const SPEECH =
  /^(?:assistant|user|message|message_\w+|text|tool_use|tool_result|tool_call\w*|tool\.execution_\w+|assistant\.\w+|user\.\w+|item\.(?:started|updated|completed)|stream_event|step_\w+|init|thread\.started|turn\.started|turn\.completed|agent_message\w*|content_block_\w+)$/;

/** Fields by which a program says why it ended. */
const TELLING =
  /^(?:error|errors|err|exception|error_?message|message|msg|type|subtype|code|status|status_?code|reason|name|detail|details|terminal_reason|api_error_status|api_error_type|api_error|error_?type|error_?name|error_?kind|error_status|stop_reason|finish_?reason|title|data|choices|candidates|cause|root_cause|caused_by|error_description|explanation|hint|result|description|body|errno|syscall|hostname|path|resets_?at|resets_?in\w*|retry_?after\w*|reset_\w+|failure_?kind|willRetry|permission_denials|tool_name|severity|model|plan_type|blocked_reason|block_?reason|metadata|quotaId|retryDelay)$/i;

const DEPTH_MAX = 6;
const TOLD_MAX = 60;

/** Undefined where the line is no JSON object. */
export function eventLines(text: string): readonly string[] | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isObject(value)) return undefined;
  if (isSpeech(value) || isSuccess(value)) return [];
  const told: string[] = [];
  collect(value, "", 0, told);
  return told;
}

function isSpeech(event: Readonly<Record<string, unknown>>): boolean {
  const item = event["item"];
  if (isObject(item) && item["type"] === "error") return false;
  return typeof event["type"] === "string" && SPEECH.test(event["type"]) && event["error"] === undefined;
}

function isSuccess(event: Readonly<Record<string, unknown>>): boolean {
  if (event["type"] !== "result" || event["is_error"] === true) return false;
  const denied = event["permission_denials"];
  if (Array.isArray(denied) && denied.length > 0) return false;
  return event["subtype"] === "success" || event["status"] === "success";
}

function collect(value: unknown, key: string, depth: number, told: string[]): void {
  if (told.length >= TOLD_MAX || depth > DEPTH_MAX) return;
  if (typeof value === "string") tell(key, value, depth, told);
  else if (typeof value === "number" || typeof value === "boolean") told.push(`${key}: ${value}`);
  else if (Array.isArray(value)) for (const each of value) collect(each, key, depth + 1, told);
  else if (isObject(value))
    for (const [name, inner] of Object.entries(value))
      if (TELLING.test(name) && !isOwnHost(name, value)) collect(inner, name, depth + 1, told);
}

/** A log says on which machine it was written, which is not the one that failed. */
function isOwnHost(name: string, event: Readonly<Record<string, unknown>>): boolean {
  return name === "hostname" && event["pid"] !== undefined;
}

/** A text may hold lines, or JSON again: an API's answer inside a CLI's event. */
function tell(key: string, value: string, depth: number, told: string[]): void {
  const inner = value.startsWith("{") ? parsed(value) : undefined;
  if (inner !== undefined) return collect(inner, key, depth + 1, told);
  const lines = value.split("\n", TOLD_MAX);
  for (const [index, line] of lines.entries())
    told.push(index === 0 && !/^(?:message|result|errors?|msg)$/.test(key) ? `${key}: ${line}` : line);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
