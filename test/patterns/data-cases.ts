/** Databases that look different from what the code expects, files that are not there, programs nobody installed, users and hosts. */
import { type CauseCase, HOME, MAC, seen } from "./cause-case.ts";

const windows = "C:\\Projects\\bookings\\";

export const DATA_CASES: readonly CauseCase[] = [
  {
    cause: "the table invoices",
    kind: "schema",
    failures: [
      seen("schema_mismatch", 'error: relation "invoices" does not exist'),
      seen("schema_mismatch", "sqlite3.OperationalError: no such table: invoices"),
      seen("schema_mismatch", "The table `public.invoices` does not exist in the current database."),
      seen("test_failure", [
        "FAILED tests/test_pay.py::test_total",
        'E   sqlalchemy.exc.ProgrammingError: (psycopg.errors.UndefinedTable) relation "invoices" does not exist',
      ]),
      seen("schema_mismatch", "ERROR 1146 (42S02): Table 'shop_test_4.invoices' doesn't exist"),
      seen("schema_mismatch", "", { subject: "invoices" }),
    ],
  },
  { cause: "the table invoice", kind: "schema", failures: [seen("schema_mismatch", "no such table: invoice")] },
  {
    cause: "the table invoice_lines",
    kind: "schema",
    failures: [
      seen("schema_mismatch", 'ERROR:  relation "invoice_lines" does not exist at character 15'),
      seen("schema_mismatch", "Schema-validation: missing table [invoice_lines]"),
    ],
  },
  {
    cause: "the column due_on of invoices",
    kind: "schema",
    failures: [
      seen("schema_mismatch", 'ERROR:  column "due_on" of relation "invoices" does not exist'),
      seen("schema_mismatch", "SQLite error: table invoices has no column named due_on"),
      seen("schema_mismatch", "Unknown column 'i.due_on' in 'field list'"),
    ],
  },
  { cause: "another column", kind: "schema", failures: [seen("schema_mismatch", "no such column: paid_on")] },
  {
    cause: "one migration that failed",
    kind: "schema",
    failures: [
      seen("schema_mismatch", "The `20260102090000_add_rates` migration started at 2026-01-02 09:00:01.33 UTC failed"),
      seen("schema_mismatch", "The `20260102090000_add_rates` migration started at 2026-02-11 17:40:00.01 UTC failed"),
    ],
  },
  {
    cause: "another migration that failed",
    kind: "schema",
    failures: [
      seen("schema_mismatch", "The `20260301120000_drop_rates` migration started at 2026-03-01 12:00:00 UTC failed"),
    ],
  },
  {
    cause: "one revision nobody has",
    kind: "schema",
    failures: [
      seen("schema_mismatch", "FAILED: Can't locate revision identified by 'ab12cd34ef56'"),
      seen("schema_mismatch", [
        '  File "alembic/script/base.py", line 20',
        "CommandError: Can't locate revision identified by 'ab12cd34ef56'",
      ]),
    ],
  },
  {
    cause: "the file fixtures/rates.csv",
    kind: "scaffolding",
    failures: [
      seen("file_not_found", "Error: ENOENT: no such file or directory, open '/app/fixtures/rates.csv'"),
      seen("file_not_found", "FileNotFoundError: [Errno 2] No such file or directory: 'fixtures/rates.csv'"),
      seen("file_not_found", "open fixtures/rates.csv: no such file or directory", { tool: "go" }),
      seen(
        "file_not_found",
        `Error: ENOENT: no such file or directory, stat '${windows.replaceAll("\\", "\\\\")}fixtures\\\\rates.csv'`,
      ),
      seen("file_not_found", "cat: fixtures/rates.csv: No such file or directory"),
    ],
  },
  {
    cause: "another file of that folder",
    kind: "scaffolding",
    failures: [seen("file_not_found", `ENOENT: no such file or directory, open '${HOME}/shop/fixtures/holidays.csv'`)],
  },
  {
    cause: "the manifest",
    kind: "scaffolding",
    failures: [
      seen("file_not_found", ["npm ERR! code ENOENT", `npm ERR! path ${MAC}/shop/package.json`, "npm ERR! errno -2"], {
        tool: "npm",
      }),
      seen(
        "file_not_found",
        [
          "npm error code ENOENT",
          `npm error enoent Could not read package.json: Error: ENOENT: no such file or directory, open '${windows}package.json'`,
        ],
        { tool: "npm" },
      ),
    ],
  },
  {
    cause: "the compiler's settings",
    kind: "scaffolding",
    failures: [
      seen("file_not_found", "error TS5058: The specified path does not exist: 'tsconfig.build.json'."),
      seen("config_error", "error TS5083: Cannot read file '/app/tsconfig.build.json'."),
    ],
  },
  {
    cause: "the program terraform",
    kind: "environment",
    failures: [
      seen("file_not_found", "sh: 1: terraform: not found"),
      seen("file_not_found", "Error: spawn terraform ENOENT"),
      seen("file_not_found", "bash: line 3: terraform: command not found"),
      seen("unknown", 'exec: "terraform": executable file not found in $PATH'),
      seen("file_not_found", "Error: spawn /usr/local/bin/terraform ENOENT"),
    ],
  },
  {
    cause: "the program kubectl",
    kind: "environment",
    failures: [
      seen("file_not_found", "Error: spawn kubectl ENOENT"),
      seen("config_error", "zsh: command not found: kubectl"),
    ],
  },
  {
    cause: "a setting nobody gave",
    kind: "environment",
    failures: [
      seen("config_error", "Error: Missing required environment variable RATES_API_URL"),
      seen("config_error", "KeyError: 'RATES_API_URL'"),
      seen("unknown", "panic: RATES_API_URL is not set"),
    ],
  },
  {
    cause: "another setting",
    kind: "environment",
    failures: [seen("config_error", "Environment variable not found: DATABASE_URL.")],
  },
  {
    cause: "a linker that is not installed",
    kind: "environment",
    failures: [
      seen("file_not_found", "error: linker `mold` not found"),
      seen("file_not_found", "error: could not exec the linker `mold`: No such file or directory (os error 2)"),
    ],
  },
  {
    cause: "an address behind a host's name",
    kind: "outage",
    failures: [
      seen("network", "request to https://wheels.example.net/a failed, reason: connect ETIMEDOUT 10.4.3.2:443"),
      seen("network", 'Get "https://wheels.example.net/b": dial tcp 10.4.3.9:443: i/o timeout'),
    ],
  },
  {
    cause: "a user the database does not let in",
    kind: "account",
    failures: [
      seen("auth", 'error: password authentication failed for user "clerk"'),
      seen("auth", 'connection to server at "db", port 5432 failed: password authentication failed for user "clerk"'),
    ],
  },
  {
    cause: "another user of the database",
    kind: "account",
    failures: [seen("auth", 'password authentication failed for user "auditor"')],
  },
];
