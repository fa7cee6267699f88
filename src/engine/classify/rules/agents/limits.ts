/** Rules for what coding agents say when they come to an end of theirs: context, turns, loops. Data only. */
import type { Rule } from "../../rule.ts";

export const AGENT_LIMIT_RULES: readonly Rule[] = [
  {
    class: "context_overflow",
    strength: "certain",
    has: "request too large",
    match: /request too large for/i,
  },
  {
    class: "spinning",
    strength: "strong",
    has: "stuck",
    match: /\bstuck (?:repeating|in|on the same|doing)|repeating itself|no progress (?:after|for|in) \d+/i,
  },
  {
    class: "spinning",
    strength: "strong",
    has: "same message again|repeated-calls|looks like a loop",
    match: /sent the same message again|\brepeated-calls\b|^(?<s>\w+) has failed \d+ times\b.{0,40}looks like a loop/i,
  },
  {
    class: "spinning",
    strength: "certain",
    has: "repeated|identical arguments|tool loop",
    match: /repeated a failing (?<s>\w+) call|times with identical arguments|tool loop/i,
  },
  {
    class: "context_overflow",
    strength: "certain",
    has: "token limit|tokenlimit|exhausted context",
    match:
      /has hit a token limit|token ?limit ?(?:exceeded|reached)(?!.{0,40}per (?:min|day|hour))|exhausted context window/i,
  },
  { class: "context_overflow", strength: "certain", has: "context", match: /available ?context\b.{0,20}\bless than/i },
  {
    class: "spinning",
    strength: "certain",
    has: "wasted call|unchanged since",
    match: /wasted call|unchanged since your last (?<s>\w+)/i,
    subject: { near: /since your last (?<s>\w+)/i },
  },
  {
    class: "context_overflow",
    strength: "certain",
    has: "context_length_exceeded|contextoverflow|context_window_exceeded|contextwindowexceeded|prompt_too_long|exceed_context_size|model_context_window|request_too_large|string_above_max_length",
  },
  {
    class: "context_overflow",
    strength: "certain",
    has: "too long|too large",
    match:
      /\b(?:prompt|input|conversation|context|request|messages?|history|chat)\b.{0,30}\b(?:is|are|was|became|got|too)\b.{0,8}too (?:long|large)|(?:prompt|input|conversation|context) too (?:long|large)/i,
  },
  {
    class: "context_overflow",
    strength: "certain",
    has: "context",
    match:
      /(?:maximum|max|model'?s?|available|exceed\w*(?: the| your| model'?s?)*) context (?:length|window|limit|size)|context (?:length|window|limit|size).{0,40}(?:exceed|full|ran out|too small|overflow|reached)|(?:exceed|over|larger than|ran out of room|not enough|does not fit|beyond)\w*.{0,60}context (?:length|window|limit|size)|context (?:overflow|low|left until auto-compact: 0)/i,
  },
  {
    class: "context_overflow",
    strength: "certain",
    has: "token",
    match:
      /exceed\w*.{0,40}(?:maximum|allowed|max|limit)\w*.{0,30}(?:number of )?(?:input |prompt )?tokens?|(?:input|prompt) tokens?.{0,40}exceed|tokens? .{0,20}> .{0,12}maximum|too many (?:input )?tokens/i,
    unless: /per min|per day|tpm|tpd|output token maximum|max_output|throttl|please wait/i,
  },
  {
    class: "context_overflow",
    strength: "certain",
    has: "prompt length|reduce the length|shorten",
    match:
      /(?:maximum|max) prompt length|prompt length .{0,40}exceed|reduce the length of (?:the |your |either )?(?:messages?|prompt|input|conversation|one)|shorten your (?:prompt|messages?|input)/i,
  },
  {
    class: "context_overflow",
    strength: "strong",
    has: "413",
    match: /(?:error|status|http)\D{0,12}413\b|413 .{0,20}too large/i,
  },
  {
    class: "context_overflow",
    strength: "strong",
    has: "compact",
    match:
      /(?:auto-?)?compact(?:ion|ing)?.{0,40}(?:failed|error|could not|not possible)|error (?:during|while) compact/i,
  },
  {
    class: "max_turns",
    strength: "certain",
    has: "error_max_turns|maxturns|max_turns|turnlimited|graphrecursionerror|graph_recursion_limit|max_iterations|maxiterations|maxsessionturns",
    subject: { near: /(?:task with name|node|agent)[ '":]+(?<s>[\w-]+)/i, back: 6, ahead: 3 },
  },
  {
    class: "max_turns",
    strength: "certain",
    has: "turn|step|iteration|recursion limit|tool call",
    match:
      /(?:reach|hit|exceed|stopp?)\w*.{0,40}\b(?:max(?:imum)?|limit)\w*.{0,30}\b(?:turns?|steps?|iterations?|tool calls|session turns)\b|(?:max(?:imum)?)(?: number of| session| tool| agent)* (?:turns?|steps?|iterations?|tool calls)\b.{0,40}(?:reached|exceeded|hit|limit)|(?:turn|step|iteration) limit (?:was |of \d+ )?(?:reached|exceeded|hit)|recursion limit of \d+ reached|due to (?:iteration|turn|step) limit|reached max turns|(?:step|turn|iteration) budget/i,
  },
  {
    class: "max_turns",
    strength: "certain",
    has: "auto-approved|auto-approval|iteration_limit",
    match:
      /auto-approved \d+ (?:api )?requests|reached the auto-approv\w+ (?:\w+ )?limit|iteration_limit_(?:crossed|reached|exceeded)/i,
  },
  {
    class: "spinning",
    strength: "certain",
    has: "loop",
    match:
      /(?:potential |infinite |repeating |tool |agent )?loop (?:was |has been )?detect(?:ed|ion)|stuck in (?:a|an)(?: \w+)? loop|stuckinloop|detected .{0,30}\bloop\b|loop_detected|doom ?loop/i,
    unless: /event ?loop|test|redirect loop|symlink|too many levels/i,
    subject: { near: /\bsame (?:action|tool|call)s?\b.{0,20}[(`'"](?<s>\w+)[)`'"]/i },
  },
  {
    class: "spinning",
    strength: "certain",
    has: "identical|same tool|same call|same arguments|repeatedly|repeated|same error|same |repeat",
    match:
      /(?:same|identical)\b.{0,24}\b(?:tool|call|command|arguments|input|action|error)s?\b.{0,40}\b(?:\d+ (?:times|consecutive)|repeated(?:ly)?|in a row|again and again|consecutive)|(?:called|calling|repeat\w*|invoked)\b.{0,40}\b(?:same|identical)\b.{0,20}\b(?:tool|call|command|arguments)|consecutive identical/i,
    subject: { near: /\bsame (?:action|tool|call)s?\b.{0,20}[(`'"](?<s>\w+)[)`'"]/i },
  },
  {
    class: "spinning",
    strength: "strong",
    has: "consecutive",
    match: /(?:too many|\d+) consecutive (?:mistakes|tool failures|errors|failed tool|invalid)/i,
  },
];
