/**
 * What the name of an exception or a standard code says, whatever language threw it: `FileNotFoundException`,
 * `Gem::LoadError`, `SQLSTATE[28000]`. Data only; the sentence behind the name, where a rule knows it, says more.
 */
import type { FailureClass, RestartKind } from "../../../domain/proof/failure.ts";
import type { Rule, Strength } from "../rule.ts";

/** The parts of a name that mean a class; each may have words before and behind it. */
const NAMES: readonly (readonly [FailureClass, string, RestartKind?])[] = [
  [
    "import_error",
    "LoadError|ModuleNotFound|ImportError|ClassNotFound|NoClassDef|UnsatisfiedLink|ModuleLoad|ResolutionError",
  ],
  ["file_not_found", "FileNotFound|NoSuchFile|DirectoryNotFound|FileDoesNotExist|PathNotFound"],
  [
    "syntax_error",
    "SyntaxError|ParseError|ParseException|ParserError|ParserException|SyntaxException|ReaderException|ScannerError|LexError|TemplateSyntax",
  ],
  [
    "type_error",
    "NoMethod|NoSuchMethod|MissingMethod|MissingProperty|UndefinedFunction|UnboundVariable|UndefVar|NameError|AttributeError|MethodError|UndefinedVariable",
  ],
  [
    "schema_mismatch",
    "UndefinedTable|UndefinedColumn|NoSuchTable|MigrationError|MigrationException|DuplicateTable|PendingMigration|InvalidObjectName",
  ],
  [
    "network",
    "ConnectionRefused|ConnectionError|ConnectError|ConnectException|UnknownHost|SocketError|SocketException|ConnectionReset|ServerSelection|NetworkError|NetworkException|ConnectionFailure|NoRouteToHost",
  ],
  ["timeout", "TimeoutError|TimeoutException|TimedOut|DeadlineExceeded|ReadTimeout|ConnectTimeout|ConnectionTimeout"],
  [
    "auth",
    "AuthenticationError|AuthenticationException|AuthenticationFailed|UnauthorizedError|UnauthorizedException|Unauthenticated|InvalidCredential|CredentialsError|NoCredentials|InvalidToken|ExpiredToken|AuthorizationError",
  ],
  ["permission", "PermissionError|PermissionDenied|AccessDenied|NotCapable"],
  ["rate_limit", "RateLimit|Throttling|TooManyRequests|QuotaExceeded"],
  ["out_of_memory", "OutOfMemory|MemoryError|HeapExhausted"],
  ["disk_full", "NoSpaceLeft|DiskFull"],
  [
    "config_error",
    "ConfigError|ConfigException|ConfigurationError|ConfigurationException|ImproperlyConfigured|InvalidOption|ConfigurationInvalid|MissingConfiguration|UnknownOption",
  ],
  ["context_overflow", "ContextWindowExceeded|ContextLengthExceeded|ContextOverflow"],
];

/** The first characters of an SQLSTATE, as the standard has them. */
const STATES: readonly (readonly [FailureClass, string, RestartKind?])[] = [
  ["network", "08"],
  ["auth", "28|42501"],
  ["schema_mismatch", "42(?!501|601)|23|3F|3D"],
  ["disk_full", "53100"],
  ["rate_limit", "53300"],
  ["timeout", "57014|HYT0"],
];

export const EXCEPTION_RULES: readonly Rule[] = [
  ...NAMES.map(([of, names, restart]) =>
    rule(
      of,
      restart,
      "weak",
      names.toLowerCase(),
      new RegExp(`(?<![a-z])(?:[A-Z]\\w{0,40})??(?:${names})\\w{0,40}\\b`),
    ),
  ),
  ...STATES.map(([of, states, restart]) =>
    rule(
      of,
      restart,
      "fair",
      "sqlstate|sql state|code:",
      new RegExp(`(?:sql ?state\\W{0,4}|\\bcode: ['"])(?:${states})[0-9A-Z]{0,4}\\b`, "i"),
    ),
  ),
];

function rule(
  of: FailureClass,
  restart: RestartKind | undefined,
  strength: Strength,
  has: string,
  match: RegExp,
): Rule {
  return { class: of, ...(restart && { restart }), strength, has, match };
}
