/** Rules for what an API does not accept: credentials, models, requests. Data only. */
import type { Rule } from "../../rule.ts";
import { provider, status } from "../shapes.ts";

export const ACCESS_RULES: readonly Rule[] = [
  {
    class: "auth",
    strength: "strong",
    has: "password|credentials|authentication failed",
    match:
      /\bno password (?:was )?(?:supplied|provided|given)|password (?:authentication|verification) failed|password (?:is )?required|no more credentials|(?:user ?name|credentials?|password) (?:was |were |is |are )?(?:rejected|refused|incorrect|not accepted)/i,
  },
  {
    class: "config_error",
    strength: "certain",
    has: "selected model|may not have access|do not have access",
    match:
      /issue with the selected model(?: \((?<s>[\w./:-]+)\))?|(?:may not exist|does not exist) or you (?:may|do) not have access/i,
  },
  {
    class: "auth",
    strength: "certain",
    has: "subscription access|no authentication information|organization has been disabled|oauth_org_not_allowed|must be verified|accessdeniedexception|not authorized to perform|host key verification",
    match:
      /organization must be verified|accessdeniedexception|not authorized to perform|host key verification failed|disabled .{0,40}subscription access|no authentication information|organization has been disabled|oauth_org_not_allowed/i,
  },
  {
    class: "auth",
    strength: "certain",
    has: "oauth",
    match:
      /oauth (?:access |refresh |session |authentication )?(?:token|session|account|authentication|login)?.{0,40}(?:expired|revoked|invalid|not supported|failed|no longer|does not meet|not allowed)/i,
    subject: { is: "OAuth token" },
  },
  {
    class: "auth",
    strength: "certain",
    has: "authentication_error|invalid_api_key|authenticationerror|authentication_failed|invalid_grant|unauthenticated|invalid_client|token_expired|refresh_token_reused|expiredtoken",
    unless: /unauthenticated (?:\w+ )?rate/i,
    subject: provider,
  },
  {
    class: "auth",
    strength: "certain",
    has: "missing scopes|insufficient_scope|insufficient authentication scopes",
    match: /(?:missing scopes?: (?<s>[\w.:/-]+[\w])|insufficient_scope|insufficient authentication scopes)/i,
  },
  {
    class: "auth",
    strength: "certain",
    has: "api key|api-key|api_key|apikey",
    match:
      /(?:invalid|incorrect|missing|no|expired|revoked|wrong|bad|disabled|unknown)\b.{0,20}\b(?:x-)?api[-_ ]?key|api[-_ ]?key\b.{0,50}(?:not valid|invalid|expired|is missing|not found|must be set|not set|required|not provided|leaked|was rejected|is incorrect)/i,
    subject: provider,
  },
  {
    class: "auth",
    strength: "certain",
    has: "/login|not logged in|log in again|sign in again|login required|logged out|re-authenticate|reauthenticate|please log in|please login|please sign in",
    match:
      /please run \/login|run \/login|\/login to|not logged in|(?:log|sign) in again|login required|logged out|re-?authenticate|please (?:log ?in|sign in)/i,
  },
  {
    class: "auth",
    strength: "certain",
    has: "auth method|auth type|authentication method|authentication info",
    match:
      /(?:set|select|choose|configure) an auth(?:entication)? (?:method|type)|no auth(?:entication)? (?:method|type) (?:is )?(?:set|selected|configured)|(?:no|without|not created with) authentication info/i,
  },
  { class: "auth", strength: "strong", has: "401", match: status("401"), subject: provider },
  {
    class: "auth",
    strength: "strong",
    has: "401 unauthorized|unauthorized",
    match: /\b401\b.{0,20}unauthorized|unauthorized.{0,20}\b401\b|^(?:error: )?unauthorized\b|error: unauthorized/i,
    subject: provider,
  },
  {
    class: "auth",
    strength: "strong",
    has: "403",
    yieldsTo: ["rate_limit"],
    match: status("403"),
    unless: /rate limit|quota|policy/i,
    subject: provider,
  },
  {
    class: "auth",
    strength: "strong",
    has: "authentication|credential|authenticate",
    match:
      /authentication (?:failed|error|required|fails)|failed to authenticate|(?:invalid|bad|expired|missing|no|rejected) (?:\w+ )?credentials|unable to locate credentials|credentials (?:have )?(?:expired|are invalid)|could not load (?:the )?(?:default )?credentials/i,
  },
  {
    class: "auth",
    strength: "strong",
    has: "permission_denied|permission_error",
    match: /permission_denied|permission_error/i,
    unless: /"subtype"|tool_name/,
  },
  {
    class: "auth",
    strength: "strong",
    has: "token",
    match:
      /(?:access|auth(?:entication)?|bearer|refresh|id|session|security) ?token.{0,40}(?:expired|invalid|revoked|rejected|could not be refreshed|already used)|token (?:has |is )?(?:been )?(?:expired|revoked)/i,
  },
  {
    class: "auth",
    strength: "strong",
    has: "organization|have access to claude",
    match:
      /organization (?:has been |is )?(?:disabled|restricted|not allowed)|does not have access to claude|no access to (?:this )?organization/i,
  },
  {
    class: "config_error",
    strength: "certain",
    has: "model|deploymentnotfound|does not support|no endpoints|no providers",
    match:
      /(?:model_not_found|\bmodel(?:s\/|[`'"]? ?[`'"]?)(?<s>[\w./:-]+)[`'"]? (?:does not exist|not found|is not found|was not found)|not_found_error.{0,40}model: (?<m>[\w.:-]+)|[`'"](?<t>[\w./:-]+)[`'"] model is not (?:supported|available)|model (?:is )?not (?:supported|available)|modelnotfound\w*|no (?:model|endpoint|provider)s? (?:is |are )?available|model[`'"]? ?[`'"]?(?<u>[\w./:-]+)[`'"]? is not available|deploymentnotfound|does not support (?:tools?|tool use|function calling|images?)\b|no endpoints found)/i,
    unless: /migrat|prisma|django|schema/i,
  },
  {
    class: "config_error",
    strength: "strong",
    has: "404|notfounderror",
    match:
      /\bnotfounderror\b|(?:api|openai|anthropic|llm|model|provider|endpoint)\b.{0,60}\b404\b|^404 page not found/i,
    unless: /npm|pypi|registry|package|github|requested url|element|\b(?:get|post|put|patch|delete|head) \//i,
  },
  {
    class: "config_error",
    strength: "fair",
    has: "invalid_request_error|invalid_argument|unsupported parameter|unsupported_parameter|unsupported value|unsupported_value",
    match: /invalid_request_error|invalid_argument|unsupported[ _](?:parameter|value)/i,
  },
];
