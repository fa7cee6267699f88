/** Rules for what waiting cures: usage limits, overloaded services, requests that took too long. Data only. */
import type { Rule } from "../../rule.ts";
import { provider, status } from "../shapes.ts";

export const LIMIT_RULES: readonly Rule[] = [
  {
    class: "rate_limit",
    strength: "certain",
    has: "used all of your|out of extra usage|usage will reset|usage resets|out of messages|used up your",
    match: /used (?:all of|up) your \w+|out of (?:extra )?(?:usage|messages)|usage (?:will )?resets?/i,
    unless: /credit|balance/i,
  },
  {
    class: "overloaded",
    strength: "certain",
    has: "model_degraded|experiencing",
    match:
      /(?:message["']?: ?["']?|^|: )(?<s>[A-Z][\w. -]{2,40}?) is (?:currently )?experiencing (?:issues|high|elevated|degraded)|model_degraded|experiencing (?:issues|degraded)/,
    subject: provider,
  },
  {
    class: "overloaded",
    strength: "strong",
    has: "failed to get response|failed to get a response|server error",
    match:
      /failed to get (?:a )?response from (?:the )?(?:ai )?(?:model|server|provider)|(?:due to|because of|encountered) an? (?:\w+ )?server error/i,
    subject: provider,
  },
  {
    class: "rate_limit",
    strength: "certain",
    has: "rate_limit_error|rate_limit_exceeded|ratelimiterror|rate-limit-exceeded|resource_exhausted|usage_limit_reached|too_many_requests|toomanyrequests|ratelimitexceeded|usagelimitexceeded",
  },
  {
    class: "rate_limit",
    strength: "certain",
    has: "api rate limit exceeded|secondary rate limit",
    match: /\bAPI rate limit exceeded for \S|secondary rate limit/i,
    subject: { is: "api.github.com" },
  },
  {
    class: "rate_limit",
    strength: "certain",
    has: "rate limit|rate-limit",
    match:
      /rate[- ]limit(?:s)? (?:has been |was |is )?(?:reached|exceeded|hit)(?: for (?:model )?[`'"]?(?<s>[a-z][\w.:-]*\d[\w.-]*))?/i,
  },
  {
    class: "rate_limit",
    strength: "certain",
    has: "limit",
    match:
      /(?:you(?:'|’)?ve (?:hit|reached)|you have (?:hit|reached)|you hit|you(?:'|’)re out of) your (?:\w+[- ]){0,3}(?:limit|usage|quota)/i,
  },
  {
    class: "rate_limit",
    strength: "certain",
    has: "limit reached|limit will reset|limit resets|limit exceeded",
    match:
      /(?:usage|session|weekly|daily|hourly|monthly|hour|opus|sonnet|message|requests?|quota) limit (?:reached|will reset|resets|exceeded)/i,
  },
  {
    class: "rate_limit",
    strength: "strong",
    has: "quota|exhausted your",
    match:
      /quota (?:has been |was |is )?(?:exceeded|exhausted|reached)|exceeded (?:your |the )?(?:\w+ )*quota|exhausted your (?:capacity|\w+ quota)|out of quota/i,
    unless: /disk|edquot|billing details/i,
  },
  {
    class: "rate_limit",
    strength: "strong",
    has: "429",
    match: status("429"),
    subject: {
      near: /\bmodel["']?\s*[:=]\s*["']?(?:models\/)?(?<s>[a-z][\w.:-]+)|\bfor model [`'"]?(?<t>[a-z][\w.:-]*\d[\w.-]*)/i,
      back: 12,
      ahead: 12,
    },
  },
  {
    class: "rate_limit",
    strength: "strong",
    has: "too many requests|would exceed your|exceeded retry limit|would exceed",
    match:
      /too many requests|would exceed (?:your|the) (?:\w+[’']?s? )*rate limit|exceeded retry limit, last status: 429/i,
  },
  {
    class: "rate_limit",
    strength: "fair",
    has: "rate limit|ratelimit|rate-limited|rate limited|throttl",
    match:
      /\b(?:api|request|tokens?|error|hit|by|due to|being|was|were|got)\b.{0,40}\b(?:rate[- ]?limit(?:ed|ing)?|throttl(?:ed|ing))|throttlingexception/i,
  },
  {
    class: "overloaded",
    strength: "certain",
    has: "overloaded_error|529",
    match: /\boverloaded_error\b|\b529\b.{0,12}\boverloaded\b/i,
    subject: { is: "api.anthropic.com" },
  },
  {
    class: "overloaded",
    strength: "certain",
    has: "server_overloaded|model_overloaded|engine_overloaded|slow_down|error occurred while processing your request",
    subject: provider,
  },
  { class: "overloaded", strength: "certain", has: "529", match: status("529"), subject: provider },
  {
    class: "overloaded",
    strength: "strong",
    has: "overloaded",
    match: /\b(?:is|are|been|currently|server|api|model|engine|service|error:?)\b.{0,30}\boverloaded\b|^overloaded\b/i,
    subject: provider,
  },
  {
    class: "overloaded",
    strength: "strong",
    has: "high demand|at capacity|capacity constraints|high load|high traffic|currently unavailable|temporarily unavailable|no capacity",
    match:
      /(?:high (?:demand|load|traffic)|(?:at|no) capacity|capacity constraints|(?:model|service|server|api|provider)\b.{0,40}(?:currently|temporarily) unavailable)/i,
    subject: provider,
  },
  {
    class: "overloaded",
    strength: "strong",
    has: "500|502|503|504|520|522|524",
    match: status("50[0234]|52[0-9]"),
    subject: provider,
  },
  {
    // The error page of a proxy: whatever stumbled over it, this is why.
    class: "overloaded",
    strength: "certain",
    has: "<title>|<h1>",
    match:
      /<(?:title|h1)>[^<]{0,120}\b(?:50[0234]|52\d|530|bad gateway|gateway time-?out|service (?:temporarily )?unavailable)\b/i,
    // A test of pages of one's own.
    unless: /expect|assert|received:|toBe|[+-] *</i,
    subject: provider,
  },
  {
    class: "overloaded",
    strength: "strong",
    has: "service unavailable|serviceunavailable|bad gateway|gateway timeout|gateway time-out",
    subject: provider,
  },
  {
    class: "overloaded",
    strength: "strong",
    has: "internal server error|internalservererror|internalserverexception|server_error|api_error|server had an error|unavailable",
    match:
      /(?:api error|"type"|type:|code|status|openai|anthropic|gemini|litellm|request).{0,60}(?:internal server error|server_error|\bapi_error\b|\bunavailable\b)|server had an error (?:while )?processing|internalserver(?:error|exception)/i,
    unless: /connection error/i,
    subject: provider,
  },
  {
    class: "timeout",
    strength: "strong",
    has: "timed out|timeout|time-out|time out|timed-out|deadline exceeded|deadline_exceeded|apitimeouterror",
    match:
      /request (?:has )?timed? ?-?out|(?:api|model|stream(?:ing)?|llm|completion|response|connection to the model)\b.{0,40}(?:timed out|time-?out)|(?:read|response|idle|streaming) timeout|timeout (?:waiting|while|after)|deadline[_ ]exceeded|apitimeouterror|timed out (?:after|waiting)/i,
  },
  {
    class: "timeout",
    strength: "strong",
    has: "408|deadline_exceeded|apitimeouterror",
    match: /\b408\b.{0,20}(?:request timeout)?|deadline_exceeded|apitimeouterror/i,
    unless: /:408|408:/,
  },
];
