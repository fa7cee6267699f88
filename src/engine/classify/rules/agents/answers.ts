/** Rules for what coding agents say about the form of answers, refusals and permissions. Data only. */
import type { Rule } from "../../rule.ts";

export const AGENT_ANSWER_RULES: readonly Rule[] = [
  {
    class: "malformed_output",
    strength: "certain",
    has: "unable to apply diff|'=======' was not found|expected '====",
    match: /unable to apply diff to file: (?<s>\S+)|expected '=+' was not found/i,
  },
  {
    // What the agent offers its model as tools is not as the provider wants it.
    class: "config_error",
    restart: "persistent",
    strength: "certain",
    has: "invalid schema for function|tools[|tools.",
    match:
      /invalid schema for function ['"](?<s>\w+)|(?:invalid ')?(?<t>tools[[.]\d+\]?\.(?:function|custom)\.name)'?: string (?:does not|should) match/i,
  },
  {
    class: "malformed_output",
    strength: "certain",
    has: "apply_patch|expected lines|invalid patch|patch verification",
    match: /apply_patch verification failed|failed to find expected lines in (?<s>\S+)|invalid patch/i,
  },
  {
    class: "malformed_output",
    strength: "certain",
    has: "missing required parameter|functioncallvalidation|failed to edit|to replace|old_string|from llm|been read yet|since read|modified since",
    match:
      /missing required parameters? for (?:function|tool) [`'"]?(?<s>\w+)|functioncallvalidationerror|failed to edit, |(?:could not|couldn(?:'|’)t) find the string|file has not been read yet|modified since (?:it was )?(?:last )?read|string to replace not found|matches of the string to replace|\bold_string\b.{0,40}(?:not found|not unique|missing)|invalid response from llm|no (?:valid )?response from llm/i,
  },
  {
    class: "malformed_output",
    restart: "transient",
    strength: "certain",
    has: "stream decode|unparsable|assistant messages|unexpected line format|invalid api response|unexpected api response",
    match:
      /stream decode error|empty or unparsable response|did not provide any assistant messages|unexpected line format in response|(?:invalid|unexpected) api response/i,
  },
  {
    class: "malformed_output",
    strength: "certain",
    has: "did not use a tool|did not call|no tool call|tool call arguments|tool_call arguments|unrepairable",
    match:
      /did not use a tool|unrepairable|(?:model|agent|assistant) did not call (?:any |a )?(?:tool|function)|parse .{0,20}tool call arguments/i,
  },
  {
    class: "malformed_output",
    restart: "transient",
    strength: "certain",
    has: "truncated|cut off|unterminated string|end of json|end of input|end of data",
    match:
      /response (?:was |is )?(?:truncated|cut off)|truncated due to .{0,20}length|json.{0,60}(?:unterminated string|unexpected end of)|unterminated string starting at|unexpected end of json/i,
    unless: /package\.json|tsconfig|config\.json|settings\.json|arguments/i,
  },
  {
    class: "malformed_output",
    restart: "transient",
    strength: "certain",
    has: "empty or malformed|empty response|no response|no finish reason|without finish reason|empty content|no content|incomplete json segment|stream ended|invalid stream|no choices|zero tokens|empty stream|invalidstream|response was empty|response is empty|none or empty|finish reason",
    match:
      /empty or malformed response|(?:returned|received|got|with)(?: an?)? empty (?:response|content|stream|message|completion)|model (?:returned )?(?:no|an empty) (?:response|content|output)|(?:no|without|missing) finish reason|incomplete json segment|stream ended (?:with|without|unexpectedly|before)|invalid ?stream|empty stream|no choices|response (?:was|is) empty|empty response (?:from|text|body)|response .{0,40}none or empty|none or empty response/i,
  },
  {
    class: "malformed_output",
    strength: "certain",
    has: "search/replace|searchreplace|edit format|failed to match|malformed_function_call|malformed function call|unexpected_tool_call|invalid tool call|invalid tool|tool arguments|inputvalidationerror",
    match:
      /search\/replace block|searchreplacenoexactmatch|edit format|malformed[_ ]function[_ ]call|unexpected_tool_call|invalid tool (?:call|use|parameters|arguments|input)|(?:parse|invalid|decode|malformed).{0,30}tool (?:call )?arguments|inputvalidationerror/i,
    subject: {
      near: /exactly match lines in (?<s>\S.{0,200})$|^in (?<t>\S.{0,200}\.\w+)$|^## searchreplace\w+: .{0,100}? in (?<u>\S.{0,200})$|inputvalidationerror: (?<v>\w+) failed/i,
      back: 6,
      ahead: 12,
    },
  },
  {
    class: "malformed_output",
    strength: "certain",
    has: "without value for required parameter|required parameter|missing required",
    match:
      /(?:tried to use|use of|using|called) [`'"]?(?<s>\w+)[`'"]?.{0,60}(?:without value for|missing) (?:the )?required param|missing value for required parameter/i,
  },
  {
    class: "malformed_output",
    strength: "strong",
    has: "json",
    match:
      /(?:unexpected (?:token|end|non-whitespace)|unterminated string|expected .{0,30}|bad control character).{0,60}\bin json\b|(?:could not|failed to|cannot|unable to|error) (?:be )?(?:pars|decod|extract)\w*.{0,40}\bjson\b|(?:invalid|malformed|not valid|incomplete|truncated) json|jsondecodeerror|json\.?(?:parse)? ?error|not valid json|response (?:was|is) not json|unexpected end of json/i,
    unless: /package\.json|tsconfig|config\.json|settings\.json|eslintrc|\.json:|\.json'|token '?<'?/i,
  },
  {
    class: "malformed_output",
    strength: "strong",
    has: "structured output|output schema|response schema|does not match schema|did not match|outputparser|output_parsing|schema validation|does not conform|did not conform|structured_output|conform|schema",
    match:
      /structured[ _]output.{0,60}(?:fail|missing|invalid|not|retries)|(?:output|response|answer|result).{0,40}(?:does|did) not (?:match|conform|follow).{0,40}(?:schema|format)|outputparserexception|output_parsing_failure|error_max_structured_output/i,
  },
  {
    class: "malformed_output",
    strength: "strong",
    has: "output token|max_output_tokens|incomplete response|output was",
    match:
      /exceeded the \d+ output token maximum|max_output_tokens|incomplete response returned|output was (?:cut|truncated)/i,
  },
  {
    class: "refusal_or_blocked",
    strength: "certain",
    has: "usage policy|content filter|content_filter|content management policy|prohibited_content|content policy|safety|cyber|refus|violate|flagged|moderation",
    match:
      /(?:violat\w*|against|prohibit\w*|blocked (?:by|due to|under)).{0,50}(?:usage|content|safety|acceptable use) (?:policy|policies|guidelines|filter\w*)|appears to violate|content[_ ]filter(?:ing|ed)?(?: policy)?|content management policy|prohibited_content|finish_?reason.{0,12}(?:safety|recitation|blocklist|spii|content_filter|refusal)|stop_reason.{0,8}refusal|(?:request|prompt|response|output|content) (?:was |has been )?(?:flagged|refused|blocked|rejected).{0,40}(?:safety|policy|moderation|filter|polic)|safety (?:reasons|filters?|settings|checks?|measures|system)|cyber(?:security)? (?:risk|safeguards?|policy)|model refused|refused to (?:answer|respond|continue)/i,
  },
  {
    class: "refusal_or_blocked",
    strength: "certain",
    has: 'block_reason|blockreason|invalid_prompt|blocked_reason|"blocked"|status: blocked',
    match: /block_?reason|invalid_prompt|blocked_reason|"status"\s*:\s*"blocked"|status: blocked/i,
  },
  {
    class: "refusal_or_blocked",
    strength: "strong",
    has: "i can't|i cannot|i can’t|i won't|i'm unable|i am unable|i'm not able|i’m not able|unable to respond|can't help|cannot assist",
    match:
      /^(?:i(?:'m| am)? sorry,? (?:but )?)?i (?:can(?:'|’)?t|cannot|won(?:'|’)t) (?:help|assist|do|continue|comply|provide|create|write|fulfill)|i(?:'|’)?(?:m| am) (?:unable|not able) to (?:help|assist|continue|comply|fulfil|proceed)|unable to respond to this request/i,
  },
  {
    class: "permission",
    strength: "certain",
    has: "granted|requires approval|requested permission|permission_denied|user rejected|not allowed to use|permission to use|doesn't want to proceed|permission mode|permission settings|blocked by permission|blocked by the permission",
    match:
      /requested permissions? to (?:(?:write|edit|read|use|run|access|create|modify|delete|execute)(?: to| from)? )?(?<s>[^\s,]+),? (?:but|which)|(?:haven(?:'|’)t|not been|has not) granted|requires approval|permission to use (?<tool>\w+) with command (?<command>.{1,120}?) has been|permission to use (?<t>[\w()*:.-]{1,60}) (?:has been |was |with)|denied by your permission settings|permission_denied.{0,80}tool_name.{0,5}(?<u>[\w(]+)|user (?:rejected|denied)|doesn(?:'|’)t want to proceed|not allowed to use|blocked by (?:the )?permission/i,
    subject: {
      near: /(?<s>(?:Bash|Read|Write|Edit|WebFetch|Glob|Grep)\([^)]{1,120}\))|tool_name["': =]+(?<t>\w+)/,
      back: 3,
      ahead: 4,
    },
  },
  {
    class: "permission",
    strength: "strong",
    has: "sandbox",
    match:
      /sandbox.{0,40}(?:denied|blocked|not permitted|violation|rejected)|(?:denied|blocked|rejected|prevented) by (?:the )?sandbox|read-only sandbox/i,
  },
  {
    class: "permission",
    strength: "certain",
    has: "landlock|sandbox helper|windows sandbox|bwrap: |sandbox-exec: ",
    match:
      /running landlock|landlockrestrict|sandbox helper failed|windows sandbox failed|bwrap: .{0,80}(?:not permitted|denied|failed|no permissions)|sandbox-exec: .{0,80}(?:not permitted|denied)/i,
  },
  {
    class: "permission",
    strength: "strong",
    has: "hook",
    match:
      /\b(?:blocked|denied|rejected|stopped) by (?:an? |the )?(?:\w+ )?hook\b|\bhook (?:has )?(?:blocked|denied)\b/i,
    unless: /pre-receive|pre-commit|commit-msg|pre-push/i,
  },
  { class: "permission", strength: "certain", has: "root/sudo", match: /cannot be used with root\/sudo/i },
  {
    class: "crash",
    strength: "weak",
    has: "exited with code|terminated by signal|process exited|exited unexpectedly|closed unexpectedly|process terminated",
    match:
      /(?:process|agent|server|claude|codex|child|worker)\b.{0,40}(?:exited with (?:exit )?code [1-9]|terminated by signal|exited unexpectedly|closed unexpectedly)/i,
    unless: /npm|lifecycle|script/i,
  },
];
