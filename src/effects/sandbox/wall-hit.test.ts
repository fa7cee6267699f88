import { describe, expect, test } from "vitest";
import type { Outcome } from "../../domain/work/outcome.ts";
import { tellWall, wallSentence } from "./wall-hit.ts";

describe("a write that the sandbox refused is named, however a tool words it", () => {
  test.each([
    ["sh: 1: cannot create /etc/x: Read-only file system", "/etc/x"],
    ["touch: cannot touch '/opt/data/y': Read-only file system", "/opt/data/y"],
    ["Error: EROFS: read-only file system, open '/srv/cache/z.json'", "/srv/cache/z.json"],
    ["OSError: [Errno 30] Read-only file system: '/usr/lib/python3/a'", "/usr/lib/python3/a"],
    ["open /var/lib/app/db: read-only file system", "/var/lib/app/db"],
    ["mkdir: cannot create directory ‘/var/lib/q’: Read-only file system", "/var/lib/q"],
  ])("%s", (line, path) => {
    expect(wallSentence(`before\n${line}\nafter`)).toContain(`a write to ${path};`);
  });

  test("and a host", () => {
    const said = "Reeve's sandbox does not let agents reach pypi.org; add it to sandbox.hosts in reeve.yaml.";
    expect(wallSentence(said)).toContain("a connection to pypi.org; add it to `sandbox.hosts`");
  });

  test("other failures are nobody's wall", () => {
    expect(wallSentence("cannot open /etc/x: Permission denied")).toBeNull();
  });
});

test("what was recognised stays; what was not is a lack of permission", () => {
  const output = "sh: 1: cannot create /etc/x: Read-only file system";
  const failed = (name: "crash" | "test_failure"): Outcome => ({
    type: "failed",
    failure: { class: name, restart: "transient", message: "It ended with 2.", evidence: [] },
  });
  expect(tellWall(failed("crash"), output)).toMatchObject({ failure: { class: "permission", restart: "persistent" } });
  expect(tellWall(failed("test_failure"), output)).toMatchObject({ failure: { class: "test_failure" } });
  expect(tellWall({ type: "stopped" }, output)).toEqual({ type: "stopped" });
});
