/** Rules for what model APIs answer, in JSON and in prose: limits, load, credentials, money. Data only. */
import type { Rule } from "../rule.ts";

const provider = { from: "provider" } as const;
const status = (codes: string): RegExp =>
  new RegExp(
    `(?:api[ _]?error|http(?:/[\\d.]+)?|statuscode|status(?: ?code)?|error ?code|code|error|api_error_status|error_status|response|returned|got|request failed)["']?(?: [a-z]+)?["']?\\s*[:=(]?\\s*["']?(?:${codes})\\b(?![.:]\\d)`,
    "i",
  );

export const API_RULES: readonly Rule[] = [
  // Money first: some of these arrive as 429 or 400 and must not be waited for.
  { class: "billing", strength: "certain", has: ["credit balance"], match: /credit balance (?:is )?too low/i, subject: provider },
  { class: "billing", strength: "certain", has: ["insufficient_quota", "billing_error", "billing_hard_limit", "insufficient_credits"], subject: provider },
  { class: "billing", strength: "certain", has: ["insufficient balance", "insufficient credit", "insufficient funds", "out of credits", "not enough credits", "no credits", "purchase more credits", "payment required", "requires payment", "credits exhausted"], subject: provider },
  { class: "billing", strength: "strong", has: ["exceeded your current quota"], match: /exceeded your current quota, please check your plan and billing/i, unless: /quota exceeded for metric|quota_limit|generativelanguage/i, subject: provider },
  { class: "billing", strength: "strong", has: ["billing"], match: /(?:account is not active|check your billing|billing (?:is )?(?:not enabled|disabled|hard limit)|billing account)/i, subject: provider },
  { class: "billing", strength: "strong", has: ["402"], match: status("402"), subject: provider },
  { class: "billing", strength: "strong", has: ["subscription"], match: /subscription (?:has )?(?:expired|ended|lapsed|is (?:not active|inactive|required))/i, subject: provider },

  { class: "budget", strength: "certain", has: ["error_max_budget", "budget_exhausted", "budgetexceeded", "budget_exceeded"], subject: { near: /(?:key|user|team|model)[=: ]+['"]?(?<s>[\w.-]+)/i, ahead: 3 } },
  { class: "budget", strength: "certain", has: ["budget"], match: /budget (?:has been |was |is )?(?:exceeded|exhausted|reached|used up)|(?:exceed(?:s|ed|ing)?|over|out of|reached|hit) (?:the |your |its |max(?:imum)? )*(?:\w+ )?budget/i },
  { class: "budget", strength: "certain", has: ["spend", "cost"], match: /(?:spend(?:ing)?|cost) (?:limit|cap)s? (?:of \S+ )?(?:has been |was |is )?(?:exceeded|reached|hit)|(?:reached|hit|exceeded) (?:the |your |its )?(?:\w+ )?(?:spend(?:ing)?|cost) (?:limit|cap)/i },

  // Waiting cures these.
  { class: "rate_limit", strength: "certain", has: ["rate_limit_error", "rate_limit_exceeded", "ratelimiterror", "rate-limit-exceeded", "resource_exhausted", "usage_limit_reached", "too_many_requests", "toomanyrequests", "ratelimitexceeded", "usagelimitexceeded"] },
  { class: "rate_limit", strength: "certain", has: ["rate limit", "rate-limit"], match: /rate[- ]limit(?:s)? (?:has been |was |is )?(?:reached|exceeded|hit)(?: for (?:model )?[`'"]?(?<s>[a-z][\w.:-]*\d[\w.-]*))?/i },
  { class: "rate_limit", strength: "certain", has: ["limit"], match: /(?:you(?:'|’)?ve (?:hit|reached)|you have (?:hit|reached)|you hit|you(?:'|’)re out of) your (?:\w+[- ]){0,3}(?:limit|usage|quota)/i },
  { class: "rate_limit", strength: "certain", has: ["limit reached", "limit will reset", "limit resets", "limit exceeded"], match: /(?:usage|session|weekly|daily|hourly|monthly|hour|opus|sonnet|message|request|token|requests?|quota) limit (?:reached|will reset|resets|exceeded)/i },
  { class: "rate_limit", strength: "strong", has: ["quota"], match: /quota (?:has been |was |is )?(?:exceeded|exhausted|reached)|exceeded (?:your |the )?(?:\w+ )*quota|exhausted your (?:capacity|\w+ quota)|out of quota/i, unless: /disk|edquot|billing details/i },
  { class: "rate_limit", strength: "strong", has: ["429"], match: status("429"), subject: { near: /\bmodel["']?\s*[:=]\s*["']?(?:models\/)?(?<s>[a-z][\w.:-]+)/i, back: 12, ahead: 12 } },
  { class: "rate_limit", strength: "strong", has: ["too many requests", "would exceed your", "exceeded retry limit"], match: /too many requests|would exceed (?:your|the) (?:\w+[’']?s? )*rate limit|exceeded retry limit, last status: 429/i },
  { class: "rate_limit", strength: "fair", has: ["rate limit", "ratelimit", "rate-limited", "rate limited", "throttl"], match: /\b(?:api|request|tokens?|error|hit|by|due to|being|was|were|got)\b.{0,40}\b(?:rate[- ]?limit(?:ed|ing)?|throttl(?:ed|ing))|throttlingexception/i },

  { class: "overloaded", strength: "certain", has: ["overloaded_error", "server_overloaded", "model_overloaded", "engine_overloaded", "slow_down"], subject: provider },
  { class: "overloaded", strength: "certain", has: ["529"], match: status("529"), subject: provider },
  { class: "overloaded", strength: "strong", has: ["overloaded"], match: /\b(?:is|are|been|currently|server|api|model|engine|service|error:?)\b.{0,30}\boverloaded\b|^overloaded\b/i, subject: provider },
  { class: "overloaded", strength: "strong", has: ["high demand", "at capacity", "capacity constraints", "high load", "high traffic", "currently unavailable", "temporarily unavailable", "no capacity"], match: /(?:high (?:demand|load|traffic)|(?:at|no) capacity|capacity constraints|(?:model|service|server|api|provider)\b.{0,40}(?:currently|temporarily) unavailable)/i, subject: provider },
  { class: "overloaded", strength: "strong", has: ["500", "502", "503", "504", "520", "522", "524"], match: status("50[0234]|52[0-9]"), subject: provider },
  { class: "overloaded", strength: "strong", has: ["service unavailable", "bad gateway", "gateway timeout", "gateway time-out"], subject: provider },
  { class: "overloaded", strength: "strong", has: ["internal server error", "internalservererror", "server_error", "api_error", "server had an error", "unavailable"], match: /(?:api error|"type"|type:|code|status|openai|anthropic|gemini|litellm|request).{0,60}(?:internal server error|server_error|\bapi_error\b|\bunavailable\b)|server had an error (?:while )?processing|internalservererror/i, subject: provider },

  { class: "auth", strength: "certain", has: ["authentication_error", "invalid_api_key", "authenticationerror", "authentication_failed", "invalid_grant", "unauthenticated", "invalid_client", "token_expired", "refresh_token_reused", "expiredtoken"], subject: provider },
  { class: "auth", strength: "certain", has: ["missing scopes", "insufficient_scope", "insufficient authentication scopes"], match: /(?:missing scopes?: (?<s>[\w.:/-]+[\w])|insufficient_scope|insufficient authentication scopes)/i },
  { class: "auth", strength: "certain", has: ["oauth"], match: /oauth (?:access |refresh |session |authentication )?(?:token|session|account|authentication|login)?.{0,40}(?:expired|revoked|invalid|not supported|failed|no longer|does not meet|not allowed)/i, subject: { is: "OAuth token" } },
  { class: "auth", strength: "certain", has: ["api key", "api-key", "api_key", "apikey"], match: /(?:invalid|incorrect|missing|no|expired|revoked|wrong|bad|disabled|unknown)\b.{0,20}\b(?:x-)?api[-_ ]?key|api[-_ ]?key\b.{0,50}(?:not valid|invalid|expired|is missing|not found|must be set|not set|required|not provided|leaked|was rejected|is incorrect)/i, subject: provider },
  { class: "auth", strength: "certain", has: ["/login", "not logged in", "log in again", "sign in again", "login required", "logged out", "re-authenticate", "reauthenticate", "please log in", "please login", "please sign in"], match: /please run \/login|run \/login|\/login to|not logged in|(?:log|sign) in again|login required|logged out|re-?authenticate|please (?:log ?in|sign in)/i },
  { class: "auth", strength: "strong", has: ["401"], match: status("401"), subject: provider },
  { class: "auth", strength: "strong", has: ["401 unauthorized", "unauthorized"], match: /\b401\b.{0,20}unauthorized|unauthorized.{0,20}\b401\b|^(?:error: )?unauthorized\b|error: unauthorized/i, subject: provider },
  { class: "auth", strength: "strong", has: ["403"], match: status("403"), unless: /rate limit|quota|policy/i, subject: provider },
  { class: "auth", strength: "strong", has: ["authentication", "credential"], match: /authentication (?:failed|error|required|fails)|failed to authenticate|(?:invalid|bad|expired|missing|no|rejected) (?:\w+ )?credentials|unable to locate credentials|credentials (?:have )?(?:expired|are invalid)|could not load (?:the )?default credentials/i },
  { class: "auth", strength: "strong", has: ["permission_denied", "permission_error"], match: /permission_denied|permission_error/i, unless: /"subtype"|tool_name/ },
  { class: "auth", strength: "strong", has: ["token"], match: /(?:access|auth(?:entication)?|bearer|refresh|id|session|security) ?token.{0,40}(?:expired|invalid|revoked|rejected|could not be refreshed|already used)|token (?:has |is )?(?:been )?(?:expired|revoked)/i },
  { class: "auth", strength: "strong", has: ["organization"], match: /organization (?:has been |is )?(?:disabled|restricted|not allowed)|does not have access to claude|no access to (?:this )?organization/i },

  { class: "timeout", strength: "strong", has: ["timed out", "timeout", "time-out", "time out"], match: /request (?:has )?timed? ?-?out|(?:api|model|stream(?:ing)?|llm|completion|response|connection to the model)\b.{0,40}(?:timed out|time-?out)|(?:read|response|idle|streaming) timeout|timeout (?:waiting|while|after)|deadline[_ ]exceeded|apitimeouterror|timed out (?:after|waiting)/i },
  { class: "timeout", strength: "strong", has: ["408", "deadline_exceeded", "apitimeouterror"], match: /\b408\b.{0,20}(?:request timeout)?|deadline_exceeded|apitimeouterror/i, unless: /:408|408:/ },

  { class: "config_error", strength: "certain", has: ["model"], match: /(?:model_not_found|model[`'"]? ?[`'"]?(?<s>[\w./:-]+)[`'"]? (?:does not exist|not found|is not found|was not found)|not_found_error.{0,40}model: (?<m>[\w.:-]+)|model (?:is )?not (?:supported|available))/i, unless: /migrat|prisma|django|schema/i },
  { class: "config_error", strength: "fair", has: ["invalid_request_error", "invalid_argument", "unsupported parameter", "unsupported_parameter"], match: /invalid_request_error|invalid_argument|unsupported[ _](?:parameter|value)/i },
];
