/**
 * What servers and services say of themselves: no connection left, a model that does not fit into memory, a tool server that does not
 * start, a run that somebody's machine cut off, rights inside a database. Data only.
 */
import type { Rule } from "../../rule.ts";

export const SERVER_RULES: readonly Rule[] = [
  {
    class: "permission",
    strength: "certain",
    has: "listen eacces|bind()|to database '|not authorized on",
    match:
      /listen EACCES|bind\(\) to \S{1,80} failed \(13\b|access denied for user '[^']*'@'[^']*' to database '(?<s>\w+)'|not authorized on (?<t>\w+) to execute/i,
    subject: { near: /(?:listen EACCES.{0,60}?|bind\(\) to \S{1,60}):(?<s>\d{2,5})\b/i, as: "port *" },
  },
  {
    class: "overloaded",
    strength: "certain",
    has: "capacity",
    match:
      /\bno capacity available\b|\b(?:is|are) at capacity\b|\bcapacity (?:is )?exceeded\b|model_capacity_exhausted/i,
    unless: /\b(?:disk|storage|heap|memory)\b/i,
  },
  {
    // What a company lets a project have is raised by asking for more, not by waiting.
    class: "config_error",
    restart: "terminal",
    strength: "certain",
    has: "quota",
    match:
      /exceeding (?:quota limits of|approved) (?<s>[A-Za-z][A-Za-z ]{1,40}?)(?: quota|\. )|\bnew limit required\b/i,
  },
  {
    class: "config_error",
    restart: "terminal",
    strength: "certain",
    has: "has not been used in project|service_disabled",
    match: /API has not been used in project \S+ before or it is disabled/i,
    subject: { near: /\b(?:apis?|library)\/(?:api\/)?(?<s>[\w-]+\.googleapis\.com)/, ahead: 4 },
  },
  {
    class: "config_error",
    restart: "terminal",
    strength: "certain",
    inTests: true,
    has: "only supports chrome|session not created",
    match: /this version of (?<s>\w+driver) only supports/i,
  },
  {
    class: "permission",
    strength: "certain",
    has: "wrong ownership|unprotected private key|are too open",
    match:
      /directory "(?<s>[^"]{1,200})" has (?:wrong|invalid) ownership|unprotected private key file|permissions \d+ for '(?<t>[^']{1,200})' are too open/i,
  },
  {
    class: "overloaded",
    strength: "certain",
    has: "too many clients|connection slots|too many connections|max number of clients|database system is starting up",
    match:
      /too many clients already|remaining connection slots are reserved|\btoo many connections\b|max number of clients reached|the database system is starting up/i,
  },
  {
    class: "disk_full",
    strength: "certain",
    has: "could not extend file|check free disk space",
    match: /could not extend file .{1,200}wrote only|check free disk space/i,
  },
  {
    class: "out_of_memory",
    strength: "certain",
    has: "requires more system memory|more memory than is available",
    match: /model requires more system memory|requires more memory than is available/i,
  },
  {
    class: "crash",
    restart: "transient",
    strength: "certain",
    has: "terminated abruptly",
    match: /\bserver terminated abruptly\b/i,
  },
  {
    class: "crash",
    restart: "transient",
    strength: "certain",
    has: "runner process has terminated|runner process no longer running",
    match: /(?<s>\w+ runner) process (?:has terminated|no longer running)/i,
  },
  {
    class: "timeout",
    strength: "certain",
    has: "too long with no output|maximum execution time|no output has been received|timed out after",
    match:
      /too long with no output|exceeded the maximum execution time of|no output has been received in the last|MCP client for [`'"](?<s>[\w.-]+)[`'"] timed out/i,
  },
  {
    class: "unknown",
    restart: "unknown",
    strength: "certain",
    has: "mcp client for|mcp error",
    match: /MCP client for [`'"](?<s>[\w.-]+)[`'"] failed to start|MCP error -32000: connection closed/i,
  },
  {
    class: "config_error",
    restart: "terminal",
    strength: "certain",
    has: "exceeded quota|host not found in upstream|resource temporarily unavailable",
    match:
      /is forbidden: exceeded quota: (?<s>[\w.-]+)|host not found in upstream ["'](?<t>[\w.-]+)|\bfork: (?:retry: )?resource temporarily unavailable/i,
  },
  {
    class: "overloaded",
    strength: "certain",
    has: "unexpected http status",
    match: /unexpected http status:? 5\d\d/i,
  },
  {
    class: "unknown",
    restart: "transient",
    strength: "certain",
    has: "operation (install/upgrade/rollback) is in progress|another update is currently in progress",
    match: /another (?:operation \(install\/upgrade\/rollback\) is|update is currently) in progress/i,
    subject: { near: /\bfor (?:release )?(?<s>[\w-]{3,60})$/, back: 6 },
  },
  {
    class: "schema_mismatch",
    strength: "certain",
    has: "conflicting migrations detected",
    match: /conflicting migrations detected.{1,300} in (?<s>\w+)\)/i,
  },
  {
    class: "dependency_install",
    restart: "terminal",
    strength: "certain",
    has: "missing dependencies to run",
    match: /host system is missing dependencies to run/i,
  },
  {
    class: "permission",
    strength: "certain",
    has: "permission denied for",
    match: /permission denied for (?:schema|table|relation|database|sequence|function|view) ["'`]?(?<s>[\w.]+)/i,
  },
  {
    class: "permission",
    strength: "certain",
    has: "permission denied",
    match:
      /unable to create ["'](?<s>[^"']{1,300}\.lock)["']: permission denied|connection aborted.{0,20}permissionerror/i,
  },
  {
    class: "auth",
    strength: "certain",
    has: "nocredentialproviders|credential sources|load credentials from any|could not load the default credentials|find default credentials",
    match:
      /NoCredentialProviders|no valid credential sources|could not load credentials from any|could not (?:load|find) (?:the )?default credentials/i,
  },
];
