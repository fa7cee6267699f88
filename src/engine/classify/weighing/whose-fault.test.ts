/** Whose configuration, whose package, whose certificate: the same words deserve another restart. */
import { describe, expect, test } from "vitest";
import { classify } from "../classify.ts";

describe("configuration", () => {
  test.each([
    ["of the build", "tsconfig.json(4,5): error TS5023: Unknown compiler option 'modul'."],
    [
      "of the infrastructure",
      'Error: Unsupported argument\n\n  on main.tf line 9, in resource "ledger" "x":\nAn argument named "nam" is not expected here.',
    ],
  ])("%s lies with the work, so one more attempt can mend it", (_, text) => {
    expect(classify({ text })).toMatchObject({ class: "config_error", restart: "persistent" });
  });

  test.each([
    [
      "of the agent",
      "failed to load configuration: /srv/home/dev/.codex/config.toml:6:16: unknown variant `slow`, expected `fast` or `flex`",
    ],
    ["of the environment", "docker-compose.yml: error: Environment variable not found: SHOP_DB_URL."],
    [
      "that only a person can give",
      'Error: No value for required variable\n\n  on main.tf line 1:\n   1: variable "db_password" {',
    ],
  ])("%s needs a person", (_, text) => {
    expect(classify({ text }).restart).toBe("terminal");
  });
});

describe("what is missing while a package is built", () => {
  const missing = "ModuleNotFoundError: No module named 'ledgerlib'";

  test("is the package's, not the work's", () => {
    const text = `  File "/srv/tmp/pip-install-abcd1234/plinth/setup.py", line 3\n${missing}\nerror: subprocess-exited-with-error`;
    expect(classify({ text, tool: "pip" })).toMatchObject({ class: "dependency_install", subject: "ledgerlib" });
  });

  test("is the work's where the work runs", () => {
    expect(classify({ text: missing, tool: "python" })).toMatchObject({ class: "import_error", subject: "ledgerlib" });
  });
});

describe("the way to a host", () => {
  test.each([
    "npm error code CERT_HAS_EXPIRED\nnpm error request to https://pkg.acme.example/ledger failed, reason: certificate has expired",
    'Get "https://vault.acme.example/v1/sys": x509: certificate signed by unknown authority',
  ])("is not waited for where nobody trusts its certificate: %s", (text) => {
    expect(classify({ text })).toMatchObject({ class: "network", restart: "terminal" });
  });

  test("passes by itself where the connection only failed", () => {
    expect(classify({ text: "Error: read ECONNRESET while talking to pkg.acme.example" }).restart).toBe("transient");
  });

  test("is about the proxy that cannot be found, not about who is asked", () => {
    const text = "FetchError: request to https://api.acme.example/v1 failed, reason: getaddrinfo ENOTFOUND proxy-box";
    expect(classify({ text })).toMatchObject({ class: "network", restart: "persistent", subject: "proxy-box" });
  });
});

test("a status that many causes share yields to a limit that is told plainly", () => {
  const text =
    'API call to GitHub failed with status code 403 and message:\n"You have exceeded a secondary rate limit."';
  expect(classify({ text })).toMatchObject({ class: "rate_limit", restart: "transient" });
});

test("a lock that cannot be taken because what keeps it is missing is not waited for", () => {
  const text = "Error: Error acquiring the state lock\n\nError message: resource not found";
  expect(classify({ text, tool: "terraform" }).restart).not.toBe("transient");
});

test("what a log only informs of is no failure where it tells errors as errors", () => {
  const text =
    "INFO  [crashes] spawning crash handler process\nERROR [store] missing field `database_url` in settings.json";
  expect(classify({ text }).class).not.toBe("crash");
});
