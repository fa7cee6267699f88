/** One name, several faults: missing and unfit, taken and forbidden, empty and closed, one right and another. Each is a cause of its own. */
import { type CauseCase, seen } from "./cause-case.ts";

const forbidden = (role: string, right: string) =>
  seen(
    "auth",
    `An error occurred (AccessDeniedException) when calling the operation: User: arn:aws:sts::${role}:assumed-role/night is not authorized to perform: ${right}`,
    { tool: "boto3" },
  );

export const FAULT_CASES: readonly CauseCase[] = [
  {
    cause: "a Lua module that is not there",
    kind: "missing_foundation",
    failures: [
      seen("import_error", "lua: ./tide.lua:3: module 'rockpool' not found:", { subject: "rockpool" }),
      seen("import_error", "error: cannot find module rockpool", { subject: "rockpool" }),
    ],
  },
  {
    cause: "the same module, there and not loadable",
    kind: "missing_foundation",
    failures: [
      seen(
        "import_error",
        [
          "error loading module 'rockpool' from file '/usr/lib/lua/5.4/rockpool.so':",
          'dlopen failed: cannot locate symbol "fmod"',
        ],
        { subject: "rockpool" },
      ),
    ],
  },
  {
    cause: "a Perl module whose name is the beginning of another's",
    kind: "missing_foundation",
    failures: [
      seen("import_error", "Can't locate Kelp.pm in @INC (@INC contains: lib) at t/a.t line 2.", { subject: "Kelp" }),
    ],
  },
  {
    cause: "the other one",
    kind: "missing_foundation",
    failures: [
      seen("import_error", "Can't locate Kelp/Forest.pm in @INC (@INC contains: lib) at t/b.t line 2.", {
        subject: "Kelp::Forest",
      }),
    ],
  },
  { cause: "a right that a role lacks", kind: "account", failures: [forbidden("111122223333", "bedrock:InvokeModel")] },
  {
    cause: "another right of that role",
    kind: "account",
    failures: [forbidden("111122223333", "batch:DescribeJobDefinitions")],
  },
  {
    cause: "that right of another account",
    kind: "account",
    failures: [forbidden("444455556666", "bedrock:InvokeModel")],
  },
  {
    cause: "an account that is closed",
    kind: "account",
    failures: [
      seen("billing", "DeepSeek: Your account is not active, please check your billing details", { tool: "aider" }),
    ],
  },
  {
    cause: "an account that is empty",
    kind: "account",
    failures: [seen("billing", "DeepSeek: 402 Insufficient Balance", { tool: "aider" })],
  },
  {
    cause: "a proxy of this machine that does not answer",
    kind: "environment",
    failures: [
      seen(
        "network",
        'Get "https://proxy.golang.org/x.mod": proxyconnect tcp: dial tcp 127.0.0.1:7891: connect: connection refused',
        { subject: "127.0.0.1:7891" },
      ),
    ],
  },
  {
    cause: "the host behind it",
    kind: "outage",
    failures: [
      seen("network", 'Get "https://proxy.golang.org/y.mod": dial tcp: lookup proxy.golang.org: i/o timeout', {
        subject: "proxy.golang.org",
      }),
    ],
  },
  {
    cause: "a port that somebody has",
    kind: "environment",
    failures: [
      seen("unknown", "nginx: [emerg] bind() to 0.0.0.0:8443 failed (98: Address already in use)", {
        subject: "port 8443",
      }),
    ],
  },
  {
    cause: "a port that one may not have",
    kind: "unknown",
    failures: [
      seen("permission", "nginx: [emerg] bind() to 0.0.0.0:8443 failed (13: Permission denied)", {
        subject: "port 8443",
      }),
    ],
  },
  {
    cause: "a column, with its database and without",
    kind: "schema",
    failures: [
      seen("schema_mismatch", "The column `rookery.nest.egg_count` does not exist in the current database.", {
        subject: "rookery.nest.egg_count",
      }),
      seen("schema_mismatch", "ERROR:  column nest.egg_count does not exist", { subject: "nest.egg_count" }),
    ],
  },
];
