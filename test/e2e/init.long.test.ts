/**
 * `reeve init`: its two files are accepted as they are, name the agents that are installed, and work with and without git
 * once there is an agent.
 */
import { chmodSync, existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { KNOWN_AGENTS } from "../../src/effects/agents/doctor/known-agents.ts";
import { expectGolden } from "../golden-text.ts";
import { gitIn } from "../repository.ts";
import { aProject } from "./kit.ts";
import type { TestProject } from "./project.ts";

/** Does what the plan that `init` writes asks for. */
const FIRST_AGENT = `case $REEVE_TASK_ID in hello) echo Hello. > hello.txt ;; *) echo See hello.txt. >> README.md ;; esac
echo '{"status":"done"}'
`;

/** As a person does who has no agent that `init` knows. */
function putAgentIn(project: TestProject, folder = "."): void {
  const file = `${folder}/reeve.yaml`;
  project.write(file, project.read(file).replace(/command: .*/, "command: [/bin/sh, ./agent.sh]"));
}

/** For somebody who has just these agents on PATH, and whose home is the project. Whichever is started leaves a file. */
function init(project: TestProject, agents: readonly string[], ...args: string[]) {
  project.write("bin/README", "");
  for (const name of agents) {
    project.write(`bin/${name}`, '#!/bin/sh\ntouch "$HOME/started"\n');
    chmodSync(join(project.dir, "bin", name), 0o755);
  }
  const { PATH = "", HOME = "" } = process.env;
  project.with({ ...NO_LOGIN, PATH: join(project.dir, "bin"), HOME: project.dir });
  const ran = project.reeve("init", ...args);
  project.with({ PATH, HOME });
  return ran;
}

/** Whoever runs the tests may be logged in. */
const NO_LOGIN = Object.fromEntries(KNOWN_AGENTS.flatMap(({ login }) => login.variables.map((name) => [name, ""])));

describe("reeve init and what proves work", () => {
  const PACKAGE = {
    "package.json": JSON.stringify({
      scripts: { test: "node --test", lint: "eslint .", typecheck: "tsc --noEmit" },
      devDependencies: { eslint: "1" },
    }),
  };

  it.each<[string, Record<string, string>, string[], string[]]>([
    ["npm", { ...PACKAGE, "package-lock.json": "{}" }, ["npm run typecheck", "npm run lint", "npm test"], ["npm ci"]],
    [
      "pnpm",
      { ...PACKAGE, "pnpm-lock.yaml": "" },
      ["pnpm run typecheck", "pnpm run lint", "pnpm test"],
      ["pnpm install --frozen-lockfile"],
    ],
    [
      "yarn",
      { ...PACKAGE, "yarn.lock": "" },
      ["yarn typecheck", "yarn lint", "yarn test"],
      ["yarn install --frozen-lockfile"],
    ],
    [
      "pytest",
      { "pyproject.toml": "[tool.pytest.ini_options]\n[tool.ruff]\n[tool.mypy]\n" },
      ["mypy .", "ruff check .", "python3 -m pytest -q"],
      [],
    ],
    ["bare test functions", { "tests/test_a.py": "def test_a():\n    pass\n" }, ["python3 -m pytest -q"], []],
    ["unittest", { "tests/test_a.py": "" }, ["python3 -m unittest discover -s tests -t ."], []],
    ["cargo", { "Cargo.toml": "[package]\n" }, ["cargo test"], []],
    ["go", { "go.mod": "module x\n" }, ["go vet ./...", "go test ./..."], []],
    ["make", { Makefile: "VERSION := 1\nlint:\n\ttrue\ntest: lint\n\ttrue\n" }, ["make lint", "make test"], []],
    ["maven", { "pom.xml": "", mvnw: "" }, ["./mvnw -B -q test"], []],
    ["gradle", { "build.gradle.kts": "", gradlew: "" }, ["./gradlew check"], []],
    ["mix", { "mix.exs": "", ".formatter.exs": "" }, ["mix format --check-formatted", "mix test"], ["mix deps.get"]],
    [
      "composer",
      { "composer.json": JSON.stringify({ scripts: { test: ["phpunit"] } }) },
      ["composer test"],
      ["composer install"],
    ],
    ["rake", { Rakefile: "Rake::TestTask.new\n" }, ["rake test"], []],
    ["rspec", { Gemfile: "", ".rspec": "" }, ["bundle exec rspec"], ["bundle install"]],
  ])("writes the commands of a project of %s", (_name, files, gates, setup) => {
    const project = aProject(files);
    gitIn(project.dir, "init", "--quiet");
    const { code, out } = init(project, []);
    expect(code).toBe(0);
    expect(out).toContain(`Work counts as done when these succeed: ${gates.map((gate) => `\`${gate}\``).join(" · ")}.`);
    const [checked] = project.json<{ ok: boolean; warnings: { what: string }[] }>("check");
    expect(checked?.ok).toBe(true);
    expect(checked?.warnings.map(({ what }) => what)).toEqual([
      expect.stringContaining("has no commit yet"),
      "agent agent cannot start: there is no program my-agent here",
    ]);
    const written = project.read("reeve.yaml");
    for (const run of [...gates, ...setup]) expect(written).toContain(`  - ${run}`);
    if (setup.length === 0) expect(written).toContain("# workspace:");
  });

  it("leaves them to the page for agents where that names some, and warns where there are none", () => {
    const page = "## Quality Gates\n\n- `make check`\n";
    const named = aProject({ "AGENTS.md": page, "go.mod": "module x\n" });
    expect(init(named, []).out).toContain("these succeed: `make check`.");
    expect(named.read("reeve.yaml")).not.toMatch(/^gates:/m);
    expect(named.reeve("check").err).not.toContain("quality gate");
    const bare = aProject({ "package.json": '{"scripts":{"test":"echo \\"Error: no test specified\\" && exit 1"}}' });
    expect(init(bare, []).out).toContain("No test or lint command was found here");
    expect(bare.reeve("check").err).toMatch(/no task has a quality gate: .* \(warning\)/);
  });
});

describe("reeve init and agents", () => {
  it("writes native adapters for the agents it finds, tells how they are started, and starts none", () => {
    const project = aProject({ ".codex/auth.json": "{}" });
    const { code, out, err } = init(project, ["codex", "claude", "vim"]);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expectGolden("init-agents", `${out}\n--- reeve.yaml ---\n${project.read("reeve.yaml")}`);
    expect(project.reeve("check").code).toBe(0);
    expect(existsSync(join(project.dir, "started"))).toBe(false);
  });

  it("tells how to get an agent where there is none", () => {
    const project = aProject();
    const { code, out, err } = init(project, []);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expectGolden("init-none", `${out}\n--- reeve.yaml ---\n${project.read("reeve.yaml")}`);
    expect(project.reeve("check").code).toBe(0);
  });

  it.each(KNOWN_AGENTS.map(({ program }) => program))("%s alone is the agent of every task", (program) => {
    const project = aProject();
    const { out } = init(project, [program], "--json");
    expect(JSON.parse(out)).toMatchObject({ agent: program, agents: [program] });
    expect(project.reeve("check")).toMatchObject({ code: 0, out: expect.stringContaining(`Agents: ${program} ×2`) });
  });

  it("whoever is logged in works on tasks that name no agent", () => {
    const project = aProject({ ".gemini/oauth_creds.json": "{}" });
    expect(JSON.parse(init(project, ["claude", "gemini"], "--json").out)).toMatchObject({ agent: "gemini" });
  });

  it("a file that is no program is no agent", () => {
    const project = aProject({ "bin/claude": "notes" });
    expect(JSON.parse(init(project, [], "--json").out)).toMatchObject({ agents: [] });
  });
});

describe("reeve init", () => {
  it("writes two files that check accepts, and says what comes next", () => {
    const project = aProject();
    const { code, out } = init(project, []);
    expect(code).toBe(0);
    expect(out).toContain("`reeve check`");
    expect(project.reeve("check").code).toBe(0);
  });

  it("writes files that work in a folder without git, and says so in them", () => {
    const project = aProject({ "README.md": "# Ours\n", "agent.sh": FIRST_AGENT });
    expect(JSON.parse(init(project, [], "--json").out)).toMatchObject({ isolation: "none" });
    expect(project.read("reeve.yaml")).toMatch(/^# No git here[\s\S]*^isolation: none$/m);
    putAgentIn(project);
    expect(project.reeve("run", "plan.yaml")).toMatchObject({ code: 0, err: "" });
    expect(project.read("README.md")).toBe("# Ours\nSee hello.txt.\n");
  });

  it.each([".", "packages/one"])("writes files that work in a repository, in its folder %s", (folder) => {
    const project = aProject({ "README.md": "# Ours\n", [`${folder}/agent.sh`]: FIRST_AGENT });
    for (const line of ["init --quiet --initial-branch=main", "add --all", "commit --quiet --message Begin"])
      gitIn(project.dir, ...line.split(" "));
    const { PATH = "" } = process.env;
    expect(project.with({ PATH: "/nowhere" }).at(folder).reeve("init")).toMatchObject({ code: 0, err: "" });
    project.with({ PATH });
    expect(project.read(`${folder}/reeve.yaml`)).not.toMatch(/^isolation/m);
    putAgentIn(project, folder);
    expect(project.at(folder).reeve("run", "plan.yaml")).toMatchObject({ code: 0, err: "" });
    expect(gitIn(project.dir, "show", `reeve/r1:./${folder}/hello.txt`)).toBe("Hello.");
    expect(project.read("README.md")).toBe("# Ours\n");
  });

  it.each([
    ["reeve.yaml", "plan.yaml"],
    ["plan.yaml", "reeve.yaml"],
  ])("leaves %s as it is where it is there already, and writes %s alone", (name, other) => {
    const project = aProject({ [name]: "mine" });
    expect(project.reeve("init").out).toContain(`Wrote ${other}; ${name} stays as it is.`);
    expect(project.read(name)).toBe("mine");
    expect(project.reeve("init")).toMatchObject({
      code: 2,
      err: expect.stringContaining("reeve.yaml and plan.yaml already exist; nothing was changed"),
    });
  });
});
