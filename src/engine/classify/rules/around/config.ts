/** Rules for configuration: files, variables and options that programs do not take. Data only. */
import type { Rule } from "../../rule.ts";

export const CONFIG_RULES: readonly Rule[] = [
  {
    class: "config_error",
    strength: "strong",
    has: "is not a valid toml|is not a valid yaml|is not valid toml|please tell me who you are|author identity unknown",
    match: /(?<s>[\w./-]+\.\w+) is not (?:a )?valid (?:toml|yaml)|please tell me who you are|author identity unknown/i,
  },
  {
    class: "config_error",
    strength: "certain",
    has: "additional propert",
    match:
      /additional propert(?:y|ies) ['"`]?(?<s>[\w.-]+)['"`]? (?:is|are) not allowed|additional propert(?:y|ies) .{0,60}not allowed/i,
  },
  {
    // A server of tools that an agent is told to start.
    class: "config_error",
    strength: "strong",
    has: "mcp server",
    match:
      /(?:fail\w*|could not|unable|error)\b.{0,40}\bMCP server(?: for)? ['"`]?(?<s>[\w-]+)|\bMCP server ['"`](?<t>[\w-]+)['"`].{0,40}(?:fail|error|not|could)/i,
  },
  {
    class: "config_error",
    strength: "certain",
    has: "settings",
    match:
      /settings error|settings(?: file)? (?:is|are|contains?) (?:invalid|malformed|not valid|errors)|(?<s>settings\.json).{0,40}(?:invalid|malformed|not valid|could not be parsed)|(?:invalid|malformed) (?<t>settings\.json)/i,
  },
  {
    class: "config_error",
    strength: "certain",
    has: "trusted directory|untrusted",
    match:
      /not (?:inside|running in|in) a trusted (?:directory|folder|workspace)|untrusted (?:directory|folder|workspace)/i,
  },
  {
    class: "config_error",
    strength: "strong",
    has: "not provided",
    match: /\b(?:provider|model|base_?url|endpoint|project)\b.{0,20} not (?:provided|configured|specified|set)\b/i,
  },
  {
    class: "config_error",
    strength: "certain",
    tools: ["codex"],
    has: "error loading config|toml parse error",
    match: /error loading config|toml parse error/i,
    subject: { is: "config.toml" },
  },
  {
    class: "config_error",
    strength: "certain",
    has: "config.toml|settings.json|error loading config|invalid configuration|configuration error|error parsing config|invalid config|failed to load config|config file|unknown option|unknown variant|missing field|parsing config|to parse config|to load config|loading config|reading config|the config|settings",
    match:
      /error loading config(?:uration)?(?: file)?|(?<s>config\.toml)|invalid config(?:uration)?\b|configuration error|(?:error|failed) (?:parsing|to parse|to load|loading|reading) (?:the )?(?:config(?:uration)?|settings)(?: file)?(?: (?:from|at|in))? ?(?<t>[\w./~-]+\.\w+)?/i,
    unless: /jest|moduleNameMapper/,
  },
  {
    class: "config_error",
    restart: "persistent",
    strength: "certain",
    inTests: true,
    has: "modulenamemapper|option was not found|test environment|configuration error|preset|validation error|cannot find a configuration|no configuration file|eslint couldn't find|tsconfig|mapped as|no inputs were found|no eslint|error ts5|error ts18003",
    match:
      /could not locate module .{0,120} mapped as|(?<s>moduleNameMapper)|validation error:|no inputs were found in config|eslint couldn(?:'|’)t find (?:an? |the )?(?:plugin |config )?["']?(?<u>[^\s"']+)|no eslint configuration|error TS5\d{3}|error TS18003|preset (?<v>\S+) (?:not found|is invalid)|module (?<w>\S+) in the \w+ option was not found|test environment (?<x>\S+) cannot be found/i,
  },
  {
    // The key of a service that was never given is a login that is missing.
    class: "auth",
    strength: "strong",
    has: "_api_key",
    match:
      /(?:missing|not (?:set|found)|must (?:be set|specify|set)|required?|specify|undefined|export|no )\b.{0,80}\b(?<s>[A-Z][A-Z0-9_]*_API_KEY)\b|\b(?<t>[A-Z][A-Z0-9_]*_API_KEY)\b.{0,60}(?:not set|missing|not found|required|undefined|must be)|^KeyError: ["'](?<u>[A-Z][A-Z0-9_]*_API_KEY)["']/i,
  },
  {
    class: "config_error",
    strength: "strong",
    has: "environment variable|env var|must be set|is not set|is required|missing environment|not defined in env|requires ",
    match:
      /requires? (?:setting |the )+(?<w>[A-Z][A-Z0-9_]{4,})\b.{0,60}(?:env\b|variable)|(?:[Ee]nvironment variable|env var)s? (?:not found: )?[`'"]?(?<s>[A-Z][A-Z0-9_]+)?[`'"]?.{0,30}(?:not set|missing|required|must be set|undefined)|[Ee]nvironment variable not found: (?<v>[A-Z]\w+)|[Mm]issing (?:required )?(?:environment|env).{0,20}[`'"]?(?<t>[A-Z][A-Z0-9_]+)|^(?:(?:error|Error|ERROR): +)?(?<u>[A-Z][A-Z0-9_]{3,}) (?:is not set|must be set|is required|environment variable)/,
  },
  {
    class: "config_error",
    strength: "certain",
    inTests: true,
    has: "digital envelope routines|err_ossl_",
    match: /digital envelope routines::(?:unsupported|initialization)|err_ossl_\w+/i,
    subject: { is: "openssl" },
  },
  {
    class: "config_error",
    strength: "certain",
    has: "improperlyconfigured",
    match: /improperlyconfigured: (?:(?:the|requested setting) (?<s>[A-Z][A-Z0-9_]{2,})\b)?/i,
  },
  {
    // A project's own manifest: who broke it can mend it.
    class: "config_error",
    restart: "persistent",
    strength: "certain",
    has: "ejsonparse|failed to parse manifest|additional property|mapping values are not allowed|invalid pyproject|failed to parse: `pyproject",
    match: [
      /failed to parse manifest at [`'"](?:[^`'"]*\/)?(?<s>[^`'"/]+)|\b(?<t>pyproject\.toml)\b/i,
      /ejsonparse|mapping values are not allowed/i,
    ],
    subject: { near: /(?<s>package\.json|(?<![\w.-])[\w.-]{0,60}compose[\w.-]{0,60}\.ya?ml)/, back: 3, ahead: 4 },
  },
  {
    class: "config_error",
    strength: "fair",
    has: "unknown option|unrecognized option|unrecognized arguments|unexpected argument|unknown flag|invalid option|unknown argument|invalid value for|unknown command|unsupported option",
    match:
      /(?:unknown|unrecognized|unsupported|invalid) (?:option|flag|argument|command)s?:? ?[`'"]?(?<s>-{0,2}[\w-]+)?|unexpected argument [`'"](?<t>[^'"`]+)/i,
  },
];
