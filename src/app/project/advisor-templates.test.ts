/** Texts of a person's own for advisors: read and checked with reeve.yaml, mistakes told where they stand. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { formatMistake } from "../../config/mistakes/mistake.ts";
import { ADVISOR_ROLES } from "../../domain/work/role-answers.ts";
import { gapsIn } from "../../engine/advisor/fill-template.ts";
import { loadConfig } from "./load.ts";
import { findProject } from "./project.ts";

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "reeve-templates-"));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const AGENTS = "agents: { coder: { adapter: command, command: [x] } }\n";

function load(advisors: string, files: Readonly<Record<string, string | Uint8Array>> = {}) {
  for (const [file, text] of Object.entries({ ...files, "reeve.yaml": `${AGENTS}advisors:\n${advisors}` })) {
    mkdirSync(dirname(join(dir, file)), { recursive: true });
    writeFileSync(join(dir, file), text);
  }
  return loadConfig(findProject(dir));
}

/** As printed, without the folder of this test. */
function mistakes(...given: Parameters<typeof load>): string[] {
  const checked = load(...given);
  return checked.ok ? [] : checked.mistakes.map((each) => formatMistake(each).replaceAll(`${dir}/`, ""));
}

describe("Reeve's own texts", () => {
  it.each(ADVISOR_ROLES)("are used for the %s where nothing else is named, and have gaps", (role) => {
    const checked = load(`  ${role}: { agent: coder }\n`);
    const template = checked.ok ? (checked.value.advisors[role]?.template ?? "") : "";
    expect(gapsIn(template)).not.toEqual([]);
    // So a copy of it that somebody changes is right to begin with.
    expect(mistakes(`  ${role}: { agent: coder, template: mine.txt }\n`, { "mine.txt": template })).toEqual([]);
  });
});

describe("a text of one's own", () => {
  const NAMED = "  debugger: { agent: coder, template: mine.txt }\n";

  it("is used, from the path that is named or from the project's folder of templates", () => {
    const named = load(NAMED, { "mine.txt": "Find out why: {{report}}" });
    expect(named.ok && named.value.advisors.debugger?.template).toBe("Find out why: {{report}}");
    const found = load("  supervisor: { agent: coder }\n", { ".reeve-templates/supervisor.txt": "{{ task }}?" });
    expect(found.ok && found.value.advisors.supervisor?.template).toBe("{{ task }}?");
  });

  it("that names unknown gaps is told with every place, and with what was meant", () => {
    expect(mistakes(NAMED, { "mine.txt": "Why?\n  {{ tsak }} {{report}}\n{{weather}}\n" })).toEqual([
      'mine.txt:2:3 the template names the unknown gap "{{tsak}}" — did you mean {{task}}?',
      expect.stringMatching(
        /^mine\.txt:3:1 the template names the unknown gap "\{\{weather\}\}" — it may name \{\{task_id\}\}, /,
      ),
    ]);
  });

  it("that is missing, or is a folder, is told where reeve.yaml names it", () => {
    expect(mistakes(NAMED)).toEqual([
      expect.stringMatching(/^reeve\.yaml:3:39 the template of the debugger, mine\.txt, does not exist — its path is/),
    ]);
    expect(mistakes(NAMED, { "mine.txt/deeper.txt": "" })).toEqual([expect.stringContaining("is a folder")]);
  });

  it("without any gap, or in another encoding, is refused", () => {
    expect(mistakes(NAMED, { "mine.txt": "Do your best." })).toEqual([
      expect.stringContaining("mine.txt:1:1 the template names no gap"),
    ]);
    expect(mistakes(NAMED, { "mine.txt": Uint8Array.of(0x61, 0xff) })).toEqual([
      expect.stringContaining("mine.txt:1:2 the byte 0xff is not valid UTF-8"),
    ]);
  });

  it("is checked for every occasion: the planner's for a replan as well", () => {
    const given = { ".reeve-templates/replan.txt": "{{nonsense}}" };
    expect(mistakes("  planner: { agent: coder }\n", given)).toEqual([
      expect.stringContaining('.reeve-templates/replan.txt:1:1 the template names the unknown gap "{{nonsense}}"'),
    ]);
  });
});
