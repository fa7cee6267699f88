/** Limits, logins, bills, hosts; ports, disks, locks: what lies outside anybody's work. */
import { type CauseCase, seen } from "./cause-case.ts";

const claude = { tool: "claude-code" };
const codex = { tool: "codex" };
const npm = { tool: "npm" };

export const SERVICE_CASES: readonly CauseCase[] = [
  {
    cause: "the usage limit of one plan",
    kind: "outage",
    failures: [
      seen("rate_limit", "5-hour limit reached, resets 6pm", claude),
      seen("rate_limit", "You have reached your weekly limit for this model. It resets on Monday.", claude),
    ],
  },
  {
    cause: "the usage limit of another company's plan",
    kind: "outage",
    failures: [
      seen("rate_limit", "Your usage limit is reached; try again in 2 days.", codex),
      seen("rate_limit", "usage limit exceeded", codex),
    ],
  },
  {
    cause: "requests per minute of that company",
    kind: "outage",
    failures: [
      seen("rate_limit", "429 Too Many Requests: tokens per minute exceeded for gpt-9", { tool: "aider" }),
      seen("rate_limit", "Rate limit reached for requests, see the limits page of platform.openai.com", codex),
    ],
  },
  {
    cause: "an overloaded service",
    kind: "outage",
    failures: [
      seen("overloaded", "API Error: 529 overloaded", claude),
      seen("overloaded", '{"type":"overloaded_error"}', { tool: "wrapper" }),
    ],
  },
  {
    cause: "the expired login of an agent",
    kind: "account",
    failures: [
      seen("auth", "Your session has expired. Please run /login", claude),
      seen("auth", "401 OAuth token revoked", claude),
      seen("auth", "401 Unauthorized", claude),
    ],
  },
  {
    cause: "a wrong key at another company",
    kind: "account",
    failures: [
      seen("auth", "401 Incorrect API key provided, see platform.openai.com", { tool: "aider" }),
      seen("auth", "invalid_api_key", codex),
    ],
  },
  {
    cause: "an empty balance",
    kind: "account",
    failures: [
      seen("billing", "402 Payment required: top up at openrouter.ai"),
      seen("billing", "OpenRouter: insufficient credits"),
    ],
  },
  {
    cause: "a package registry that does not answer",
    kind: "outage",
    failures: [
      seen(
        "network",
        "npm ERR! request to https://packages.acme.example/left-pad failed, reason: getaddrinfo ENOTFOUND packages.acme.example",
        npm,
      ),
      seen("network", "npm error code ETIMEDOUT\nnpm error connect ETIMEDOUT packages.acme.example:443", npm),
      seen("network", "npm error network socket hang up ECONNRESET", npm),
      seen("dependency_install", "getaddrinfo EAI_AGAIN packages.acme.example"),
    ],
  },
  {
    cause: "another host",
    kind: "outage",
    failures: [
      seen(
        "network",
        "fatal: unable to access 'https://git.acme.example/shop.git/': Could not resolve host: git.acme.example",
        { tool: "git" },
      ),
      seen("network", "dial tcp: lookup git.acme.example: no such host", { tool: "go" }),
    ],
  },
  {
    cause: "the database of this machine",
    kind: "environment",
    failures: [
      seen("network", "Error: connect ECONNREFUSED 127.0.0.1:5432"),
      seen("network", 'connection to server at "localhost" (127.0.0.1), port 5432 failed: Connection refused'),
      seen("test_failure", ["FAIL src/repo.test.ts", "Error: connect ECONNREFUSED ::1:5432"]),
      seen("unknown", "Can't reach database server at `localhost:5432`"),
    ],
  },
  {
    cause: "another service of this machine",
    kind: "environment",
    failures: [seen("network", "Error 111 connecting to localhost:6379. Connection refused.")],
  },
  {
    cause: "a taken port",
    kind: "environment",
    failures: [
      seen("unknown", "Error: listen EADDRINUSE: address already in use :::8123"),
      seen("config_error", "listen tcp :8123: bind: address already in use"),
      seen("unknown", "Port 8123 is already in use"),
    ],
  },
  {
    cause: "another port",
    kind: "environment",
    failures: [seen("unknown", "Error: listen EADDRINUSE: address already in use 0.0.0.0:8124")],
  },
  {
    cause: "a full disk",
    kind: "environment",
    failures: [
      seen("disk_full", "ENOSPC: no space left on device, write"),
      seen("disk_full", "fatal: write error: No space left on device", { tool: "git" }),
    ],
  },
  {
    cause: "too many watchers, which is no full disk",
    kind: "environment",
    failures: [
      seen("config_error", "Error: ENOSPC: System limit for number of file watchers reached, watch '/app/src'"),
      seen("unknown", "inotify_add_watch: the limit on inotify watches was reached"),
    ],
  },
  {
    cause: "a locked database",
    kind: "environment",
    failures: [
      seen("unknown", "Error: SQLITE_BUSY: database is locked"),
      seen("test_failure", "OperationalError: database is locked"),
    ],
  },
  {
    cause: "a branch that is in the way",
    kind: "environment",
    failures: [
      seen("git_state", "fatal: 'task/rates' is already checked out at '/srv/shop'", { tool: "git" }),
      seen("git_state", "fatal: a branch named 'task/rates' already exists", { tool: "git" }),
    ],
  },
  {
    cause: "another branch",
    kind: "environment",
    failures: [seen("git_state", "fatal: a branch named 'task/rates-2' already exists", { tool: "git" })],
  },
  {
    cause: "a package that cannot be installed",
    kind: "scaffolding",
    failures: [
      seen(
        "dependency_install",
        ["npm error ERESOLVE unable to resolve dependency tree", 'npm error peer react@"^17.0.0" from old-table@2.0.0'],
        npm,
      ),
      seen("dependency_install", ["npm ERR! code ERESOLVE", 'npm ERR! peer react@"17" from old-table@2.0.1'], npm),
    ],
  },
  {
    cause: "another package",
    kind: "scaffolding",
    failures: [
      seen(
        "dependency_install",
        ["npm error ERESOLVE unable to resolve dependency tree", 'npm error peer react@"^16.0.0" from old-chart@0.3.0'],
        npm,
      ),
    ],
  },
];
