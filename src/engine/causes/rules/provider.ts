/**
 * Whose service a failure speaks of: the account a limit, a login or a bill belongs to, and the host that did not answer.
 * Read from the tool where it has one service only, else from the text. Decides nothing about causes.
 */

/** The company behind a failure of an account; null where nothing tells. */
export function providerOf(failure: {
  readonly tool?: string;
  readonly subject?: string;
  readonly text: string;
}): string | null {
  if (OF_AWS.test(failure.text)) return "aws";
  const service = SERVICE.exec(failure.text)?.[1];
  if (service !== undefined) return service;
  // An agent can be told to ask somebody else than its maker; what the failure is about says so.
  const named = PROVIDERS.find(([words]) => words.test(failure.subject ?? ""));
  const byTool = VENDOR_TOOLS.find(([tool]) => tool.test(failure.tool ?? ""));
  const isHost = HOST_ALONE.test(failure.subject ?? "");
  if (named && isHost && !MAIN_HOST.test(failure.subject ?? "")) return failure.subject ?? null;
  if (byTool && !(named && isHost)) return byTool[1];
  const found = named ?? askedAt(failure.text) ?? PROVIDERS.find(([words]) => words.test(failure.text));
  if (found) return found[1];
  // What the failure is about, if that is a host; else the first host that it names.
  return HOST_ALONE.test(failure.subject ?? "") ? (failure.subject ?? null) : hostOf(failure.text);
}

/** One company, many services, each with its own keys; those of its models are meant by its name. */
const SERVICE = /"service": ?"((?!generativelanguage\.|[\w-]*aiplatform\.)[a-z][\w-]{1,60}\.googleapis\.com)"/;

/** Whatever program stands between: nobody else words it so. */
const OF_AWS =
  /security token included in the request|\bbotocore\b|when calling the [A-Z]\w{2,60} operation\b|\bAWS SSO\b|\baws sso login\b/;

/** Many libraries speak to other services than the one they are named after: the address tells which. */
function askedAt(text: string): (typeof PROVIDERS)[number] | undefined {
  for (const { 1: host = "" } of text.slice(0, TEXT_MAX).matchAll(ADDRESSED)) {
    const found = EXPLAINS.test(host) ? undefined : PROVIDERS.find(([words]) => words.test(host));
    if (found !== undefined) return found;
  }
  return undefined;
}

const TEXT_MAX = 8_000;
const ADDRESSED = /\b[a-z][a-z+]{1,9}:\/\/(?:[^@/\s]{1,80}@)?([a-z0-9][a-z0-9.-]{2,120})/gi;

/** Where everybody asks a company; its other hosts have keys and limits of their own. */
const MAIN_HOST =
  /^(?:api\d?|registry(?:-1)?|hub|auth|index|console|platform|www|app|chat|generativelanguage|claude|chatgpt|dashscope)\.|^[\w-]+\.[a-z]{2,4}$/;
const HOST_ALONE = /^[a-z0-9](?:[a-z0-9-]{0,62}\.)+[a-z]{2,24}$/;

/** Agents' own programs talk to one service. */
const VENDOR_TOOLS: readonly (readonly [RegExp, string])[] = [
  [/^claude(?:[-_ ]code)?$/i, "anthropic"],
  [/^codex(?:[-_ ]cli)?$/i, "openai"],
  [/^gemini(?:[-_ ]cli)?$/i, "google"],
  [/^(?:github-)?copilot(?:[-_ ]cli)?$/i, "copilot"],
  [/^qwen(?:[-_ ]code)?$/i, "qwen"],
  [/^cursor(?:[-_ ](?:agent|cli))?$/i, "cursor"],
  [/^amp$/i, "amp"],
];

/** In this order: who stands between is named before who stands behind. */
const PROVIDERS: readonly (readonly [RegExp, string])[] = [
  [/invalid subscription key|AzureException|openai\.azure\.com/i, "azure"],
  [/litellm[_ -]?proxy|proxy server token/i, "litellm proxy"],
  [/openrouter/i, "openrouter"],
  [/\bbedrock\b/i, "bedrock"],
  [/\bazure\b/i, "azure"],
  [/\bcopilot\b|\bCAPIError\b/i, "copilot"],
  [
    /anthropic|\bclaude\b|\bx-api-key\b|\boverloaded_error\b|credit balance (?:is )?too low|session limit|run \/login|OAuth token has expired/i,
    "anthropic",
  ],
  [/openai|chatgpt|\bcodex\b|\borg-[\w*]+|\bgpt-\d|\bo\d-(?:mini|pro)\b/i, "openai"],
  [/\bgemini\b|generativelanguage|vertex ?ai|ai\.google|googleapis|RESOURCE_EXHAUSTED/i, "google"],
  [/deepseek/i, "deepseek"],
  [/\bmistral\b/i, "mistral"],
  [/\bgroq\b/i, "groq"],
  [/\bqwen\b|dashscope/i, "qwen"],
  [/\bx\.ai\b|\bgrok\b/i, "xai"],
  [/\bgh auth\b|\bGH_TOKEN\b|api\.github\.com|API rate limit exceeded for/i, "github.com"],
  [/\bAWS\b|\baws\b|amazonaws/, "aws"],
  [/docker\.io|docker hub|pull rate limit|toomanyrequests/i, "docker hub"],
];

/** The host that a connection failed to, without its port unless it is this machine; null where none is named. */
export function hostOf(text: string): string | null {
  let numbered: string | null = null;
  for (const pattern of HOSTS) {
    for (const match of text.matchAll(pattern)) {
      const host = hostName(match[1] ?? "", match[2]);
      if (host === null) continue;
      if (host === "localhost") return localService(text);
      // A name stays, the address behind it changes from one time to the next.
      if (!ADDRESS.test(host)) return host;
      numbered ??= host;
    }
  }
  return numbered;
}

const ADDRESS = /^\d{1,3}(?:\.\d{1,3}){3}$/;

/** Which of this machine's services, if its port stands elsewhere; the machine alone is nobody's cause. */
function localService(text: string): string | null {
  const told = /\bport[ =:]+(\d{2,5})\b/i.exec(text)?.[1];
  const port = told ?? SERVICES.find(([words]) => words.test(text))?.[1];
  return port === undefined ? null : `localhost:${port}`;
}

/** Where a service listens if nobody says otherwise. */
const SERVICES: readonly (readonly [RegExp, string])[] = [
  [/\bmysql\b|mariadb|pymysql/i, "3306"],
  [/postgres|psycopg|\bpsql\b/i, "5432"],
  [/\bredis\b/i, "6379"],
  [/\bmongo(?:db|ose)?\b/i, "27017"],
];

const HOST =
  "([A-Za-z0-9](?:[A-Za-z0-9-]{0,62}\\.)+[A-Za-z]{2,24}(?![\\w-])|\\d{1,3}(?:\\.\\d{1,3}){3}|localhost|\\[?::1\\]?)(?::(\\d{2,5}))?";
const HOSTS: readonly RegExp[] = [
  // Who is asked for a host comes before the host.
  new RegExp(`proxyconnect tcp: dial tcp:? (?:lookup )?${HOST}`, "gi"),
  new RegExp(`\\bE[A-Z_]{4,14}:? (?:[a-z]+ )?${HOST}`, "g"),
  new RegExp(
    `(?:getaddrinfo|lookup|dial tcp:?|connect(?:ion|ing)? to|resolve (?:host|hostname|proxy)?:?|host(?:name)?[ =:])\\s*['"]?${HOST}`,
    "gi",
  ),
  new RegExp(`(?:server (?:at|on)|address|reach)\\s+['"\`]?${HOST}`, "gi"),
  new RegExp(`(?:access|request to|fetch(?:ing)?|GET|POST|from|url:?)\\s+['"<(]?https?://${HOST}`, "gi"),
  new RegExp(`@${HOST}: `, "gi"),
  new RegExp(`\\b(?!file:|unix:|git:)[a-z][a-z+]{1,9}://(?:[^@/\\s]{1,80}@)?${HOST}`, "gi"),
];

/** Pages that explain an error are not the host it is about. */
const EXPLAINS =
  /^(?:proxy(?!\.golang)|docs?|help|status|support|www|wiki|pris|stackoverflow|aka)\.|^(?:go\.npm\.me|npm\.community|go\.dev|go\.microsoft\.com|slss\.io|curl\.se|rd\.gt|pip\.pypa\.io|nodejs\.org|getcomposer\.org|pris\.ly)$/;
const LOCAL = /^(?:localhost|127(?:\.\d+){3}|0\.0\.0\.0|\[?::1\]?)$/;

function hostName(name: string, port: string | undefined): string | null {
  const host = name.toLowerCase().replace(/^(?:index|static)\.(?=crates\.io$)/, "");
  if (LOCAL.test(host)) return `localhost${port === undefined ? "" : `:${port}`}`;
  return EXPLAINS.test(host) || /\.(?:js|ts|py|json|html?|log|md|lock|toml|ya?ml)$/.test(host) ? null : host;
}
