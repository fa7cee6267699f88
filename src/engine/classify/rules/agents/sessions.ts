/** Rules for a conversation that cannot go on: no such session, messages that do not fit each other. Data only. */
import type { Rule } from "../../rule.ts";

export const AGENT_SESSION_RULES: readonly Rule[] = [
  {
    class: "session_corrupt",
    strength: "certain",
    has: "must not be empty|function call turn|function response turn",
    match: /\bparts must not be empty|function (?:call|response) turn comes immediately after/i,
  },
  {
    class: "session_corrupt",
    strength: "certain",
    has: "concurrency|content blocks|messages",
    match:
      /tool use concurrency|content blocks? must be|cannot be set for empty text blocks|"messages(?:\.\d+(?:\.[\w.]+)?)?: .{0,120}(?:must|cannot|without|exceed|expected|at least)|messages\.\d+\.content/i,
    unless: /prompt is too long|max_tokens|context limit/i,
  },
  {
    class: "session_corrupt",
    strength: "certain",
    has: "session id|--resume|--continue|thread",
    match:
      /requires a valid session id|session ids? must be|invalid session id|failed to (?:read|load|parse|open) (?:the )?(?:thread|rollout|conversation|transcript)|thread-store/i,
  },
  {
    class: "session_corrupt",
    strength: "certain",
    has: "call output|call id|tool output",
    match: /(?:call|tool) output is missing for call id:? ?(?<s>\w+)?|missing (?:tool|function call) output/i,
  },
  {
    class: "session_corrupt",
    strength: "certain",
    has: "no conversation found|no rollout found|no saved session|session not found|no session|session metadata|conversation not found|thread not found|unknown session|could not find session|no previous session|failed to read session|failed to parse session|failed to load session",
    match:
      /no conversation found(?: with session id:? (?<s>[\w-]+))?|no rollout found(?:.{0,30}?(?<t>[0-9a-f]{8}-[\w-]+))?|no saved session|session not found:? ?(?<u>[\w-]{8,})?|no session .{0,40}match|failed to (?:read|parse|load) session|session metadata|(?:conversation|thread) not found|unknown session|could not find session|no previous session/i,
  },
  {
    class: "session_corrupt",
    strength: "certain",
    has: "session",
    match:
      /session (?:id )?(?<s>[\w-]+ )?(?:is |has )?(?:already in use|corrupt(?:ed)?|an active writer|already has an active writer|could not be (?:resumed|loaded|restored))|(?:corrupt(?:ed)?|invalid|broken) (?:session|rollout|transcript|conversation)|failed to (?:resume|restore)\b.{0,30}session|error resuming/i,
  },
  {
    class: "session_corrupt",
    strength: "certain",
    has: "tool_use|tool_result|tool output|tool call|function call|call_id|tool_call|functionresponse|function response|messages with role|role 'tool",
    match:
      /tool_use.{0,40}(?:without|must have).{0,30}tool_result|tool_use[`'"]? ids? (?:were|must|found)|unexpected [`'"]?tool_use_id|tool_result.{0,40}(?:without|no|must have|corresponding).{0,30}tool_use|no tool (?:output|call) found for (?:function|custom tool|tool) ?call(?: output)?(?: with call_id)? ?(?<s>call_\w+)?|tool_call_ids? .{0,40}(?:did not have|without|not found)|tool_calls?[`'"]? must be followed by|messages with role [`'"]tool|number of function response parts|each tool_use must have/i,
  },
  {
    class: "session_corrupt",
    strength: "certain",
    has: "thinking|encrypted|reasoning|signature",
    match:
      /thinking[`'"]?(?: or [`'"]?redacted_thinking[`'"]?)? blocks.{0,40}(?:cannot be modified|must|expected)|expected [`'"]?thinking|invalid_encrypted_content|encrypted content .{0,40}could not be|of type 'reasoning' was provided without|invalid [`'"]?signature[`'"]? in [`'"]?thinking|thought_signature/i,
  },
  {
    class: "session_corrupt",
    strength: "strong",
    has: "previous_response|previous response|roles must alternate|item with id",
    match:
      /previous[ _]response.{0,60}(?:not found|expired)|roles must alternate|item with id .{0,60}not found|previous_response_not_found/i,
  },
  {
    class: "session_corrupt",
    strength: "certain",
    has: "content or tool_calls|last role|last message|end with a user message|trailing whitespace|non-empty content|message must",
    match:
      /content or tool_calls|(?:expected|invalid) last role|last message must|must end with a user message|cannot end with trailing whitespace|messages? must have (?:non-empty|either) content|message must (?:not be empty|have)/i,
  },
];
