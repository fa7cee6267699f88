/** Files nobody should write, through the whole program: refused in words, quickly, with nothing started. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { allGone, aShellProject, atWork, DONE, planOf, UNTIL_GO } from "./kit.ts";

const BOMB = `a: &a [x, x, x, x, x, x, x, x, x]
${[..."bcdefghij"].map((name, i) => `${name}: &${name} [${`*${"abcdefghij"[i]}, `.repeat(9)}x]`).join("\n")}
tasks: *j
`;

const BAD: readonly (readonly [name: string, bytes: string | Uint8Array])[] = [
  ["nothing at all", ""],
  ["no task", "title: x\ntasks: []\n"],
  ["binary garbage", Uint8Array.from({ length: 5000 }, (_, i) => (i * 7919) % 256)],
  ["text that is not UTF-8", Uint8Array.from([0x74, 0x69, 0x74, 0x6c, 0x65, 0x3a, 0x20, 0xe9, 0xff, 0x0a])],
  ["UTF-16", Buffer.from("title: x\ntasks: []\n", "utf16le")],
  ["a YAML bomb", BOMB],
  ["endless depth", `title: x\ntasks: ${"[".repeat(20_000)}`],
  ["a list where a mapping belongs", "- one\n- two\n"],
  ["several documents", "title: a\n---\ntitle: b\n"],
  ["a tag that would run code", "title: !!js/function 'function () {}'\ntasks: []\n"],
];

describe("a plan that is", () => {
  it.each(BAD)("%s is refused with its place, and nothing is started", (_name, bytes) => {
    const project = aShellProject("", { "*": DONE });
    project.write("plan.yaml", bytes);
    for (const command of ["check", "run"]) {
      const { code, out, err } = project.reeve(command, "plan.yaml");
      expect(code).toBe(2);
      expect(out).toBe("");
      expect(err).toMatch(/^plan\.yaml:\d+:\d+ .+ — .+\n/);
      expect(err).toMatch(/\d+ mistakes?; nothing was started\.\n$/);
      expect(err).not.toMatch(/\n\s+at /);
    }
    expect(existsSync(join(project.dir, ".reeve"))).toBe(false);
  });
});

describe("a reeve.yaml that is", () => {
  it.each(BAD.filter(([name]) => name !== "no task"))("%s is refused with its place", (_name, bytes) => {
    const project = aShellProject(planOf("a"), { "*": DONE });
    project.write("reeve.yaml", bytes);
    const { code, err } = project.reeve("run", "plan.yaml");
    expect(code).toBe(2);
    expect(err).toMatch(/^reeve\.yaml:\d+:\d+ .+ — .+\n/);
  });

  it("wrong is told by doctor, and does not keep anybody from looking", () => {
    const project = aShellProject(planOf("a"), { "*": DONE });
    project.reeve("run", "plan.yaml");
    project.write("reeve.yaml", "agnets: {}\n");
    expect(project.reeve("doctor")).toMatchObject({
      code: 1,
      out: expect.stringMatching(/✗ reeve\.yaml:1:1 .*agnets/),
    });
    expect(project.reeve("status")).toMatchObject({ code: 0, out: expect.stringContaining("1 of 1 task done") });
  });
});

describe("ids", () => {
  it("with characters of paths or shells are all refused, each at its place, and nothing is named by them", () => {
    const plain = ["../../etc", "a/b", "a b", "$(reboot)", "`id`", "a;b", "-rf", ".", "..", "x".repeat(300)];
    const ids = [...plain, "a\\0b", "con\\u0007trol"];
    const tasks = ids.map((id) => `  - { id: "${id}", prompt: x }\n`).join("");
    const project = aShellProject(`title: x\ntasks:\n${tasks}`, { "*": DONE });
    const { code, err } = project.reeve("run", "plan.yaml");
    expect(code).toBe(2);
    for (let line = 3; line < 3 + ids.length; line += 1)
      expect(err).toMatch(new RegExp(`^plan\\.yaml:${line}:\\d+ `, "m"));
    expect(existsSync(join(project.dir, ".reeve"))).toBe(false);
  });
});

describe("a plan of 10,000 tasks", () => {
  it("is checked, begun, looked at and stopped without a wait", async () => {
    const tasks = Array.from({ length: 10_000 }, (_, i) =>
      i === 0 ? "id: t0" : `id: t${i}, depends_on: [t${Math.floor((i - 1) / 2)}]`,
    );
    const project = aShellProject(planOf(...tasks), { t0: DONE, "*": UNTIL_GO });
    expect(project.reeve("check").out).toContain("The plan is valid: 10000 tasks, 1 can start at once");
    const reeve = project.start("run", "plan.yaml", "--max-parallel", "2");
    await atWork(project, "t1", "t2");
    const { out } = project.reeve("status");
    expect(out).toContain("1 of 10000 tasks done · working");
    expect(out).toContain("… and 9977 more");
    expect(project.reeve("stop").code).toBe(0);
    expect((await reeve.ended).code).toBe(4);
    await allGone(project);
  });
});
