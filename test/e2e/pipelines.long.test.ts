/** Pipelines through the real command: documents in order, checkpoints between them, a resident supervisor that is woken. */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { TEMPLATES } from "../../src/systems/checkpoint/session/templates.ts";
import type { Message } from "../../src/systems/messages/message.ts";
import { MessageReader } from "../../src/systems/messages/message-reader.ts";
import { until } from "../wait.ts";
import { aProject } from "./kit.ts";
import type { TestProject } from "./project.ts";

const SESSION = ".reeve/sessions/booking";

describe("a pipeline", () => {
  it("is a plan with checkpoints after DRAFT-002, DRAFT-004 and PLAN-001, and passes where documents agree", () => {
    const project = aPipeline();
    const { code, out } = project.reeve("run", "booking.md", "--pipeline", "full-lifecycle");
    expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining("All 9 tasks are done") });
    const begun = [...out.matchAll(/(\S+): attempt 1 starts/g)].map(([, task]) => task);
    expect(begun.join(" ")).toBe(
      "DRAFT-001 DRAFT-002 CHECKPOINT-001 DRAFT-003 DRAFT-004 CHECKPOINT-002 PLAN-001 CHECKPOINT-003 IMPL-001",
    );
    const types = messagesOf(project).map(({ type }) => type);
    expect(types.filter((type) => type === "checkpoint_request" || type === "supervision_report")).toHaveLength(6);
    expect(types.at(0)).toBe("supervisor_ready");
    expect(types.at(-1)).toBe("supervisor_shutdown");
    expect(project.read(`${SESSION}/artifacts/CHECKPOINT-003-report.md`)).toContain("pass");
    expect(out).toMatch(
      /CHECKPOINT-001: attempt 1 says it is done \(CHECKPOINT-001: pass, score .*CHECKPOINT-001-report\.md/,
    );
    expect(project.reeve("why", "CHECKPOINT-003").out).toMatch(/CHECKPOINT-003: pass, score /);
    expect(project.reeve("status").out).not.toMatch(/CHECKPOINT.* no quality gate/);
  });

  it("asks where a checkpoint blocks; a revision is looked at again, and no checkpoint changes a document", () => {
    const project = aPipeline("DRAFT-002");
    expect(project.reeve("run", "booking.md", "--pipeline", "spec-only").code).toBe(3);
    expect(project.reeve("questions").out).toMatch(/CHECKPOINT-001 blocks with a score of 0\.\d+: .*requirements\.md:/);
    const before = hashes(project);
    project.reeve("answer", "q1", "revise: use the goals");
    expect(project.reeve("run").code).toBe(0);
    const prompt = project.read("prompt-DRAFT-002-r1");
    expect(prompt).toContain("Your work was looked at by CHECKPOINT-001, which found:");
    expect(prompt).toContain("use the goals");
    const after = hashes(project);
    expect(after["product-brief.md"]).toBe(before["product-brief.md"]);
    expect(after["requirements.md"]).toBe(hashOf(TEMPLATES["requirements.md"] ?? ""));
  });

  it("goes on where a person overrides, and wisdom says so", () => {
    const project = aPipeline("DRAFT-002");
    project.reeve("run", "booking.md", "--pipeline", "spec-only");
    project.reeve("answer", "q1", "override");
    project.reeve("run");
    expect(project.read(`${SESSION}/wisdom/decisions.md`)).toMatch(
      /- \[CHECKPOINT-001, .*block.* A person overrode it\./,
    );
    expect(existsSync(join(project.dir, "prompt-DRAFT-003"))).toBe(true);
  });

  it("is taken up where Reeve was killed while a checkpoint waited for its supervisor", async () => {
    const project = aPipeline();
    const run = project.start("run", "booking.md", "--pipeline", "spec-only");
    await until("the checkpoint to ask", () => messagesOf(project).some(({ type }) => type === "checkpoint_request"));
    run.signal("SIGKILL");
    await run.ended;
    expect(project.reeve("run").code).toBe(0);
    expect(messagesOf(project).filter(({ type }) => type === "supervisor_ready")).toHaveLength(2);
  });

  it("has no checkpoints without supervision, and refuses without a request", () => {
    const project = aPipeline();
    expect(project.reeve("run", "nothing.md", "--pipeline", "spec-only").code).toBe(2);
    expect(project.reeve("run", "plan.yaml", "--session", "docs")).toMatchObject({
      code: 2,
      err: expect.stringContaining("--session goes with --pipeline"),
    });
    const { code, out } = project.reeve("run", "booking.md", "--pipeline", "spec-only", "--no-supervision");
    expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining("All 4 tasks are done") });
  });
});

/** Agents that write the documents of the templates; that of `spoiled` is wrong until it is revised. */
function aPipeline(spoiled = "none"): TestProject {
  const documents = Object.entries(TEMPLATES).map(([name, text]) => [`good/${name}`, text] as const);
  const agent = `S=$REEVE_PROJECT/${SESSION}
cat > $REEVE_PROJECT/prompt-$REEVE_TASK_ID
case $REEVE_TASK_ID in
DRAFT-001*) f=product-brief.md ;;
DRAFT-002*) f=requirements.md ;;
DRAFT-003*) f=architecture.md ;;
DRAFT-004*) f=epics.md ;;
PLAN-001*) f=plan.json ;;
*) echo '{"status":"done","nothing_to_do":"nothing is left"}'; exit ;;
esac
cp $REEVE_PROJECT/good/$f $S/artifacts/$f
[ $REEVE_TASK_ID = ${spoiled} ] && printf '# Requirements\\n\\n## FR-900 fly\\nGuests fly.\\n' > $S/artifacts/$f
echo "- learned by $REEVE_TASK_ID" >> $S/wisdom/learnings.md
echo '{"status":"done","nothing_to_do":"it is in the session"}'
`;
  return aProject({
    ...Object.fromEntries(documents),
    "checkpoints.yaml": STRICT,
    "booking.md": "# Booking\nGuests can book.\n",
    "agent.sh": agent,
    "reeve.yaml": "isolation: none\nagents: { sh: { adapter: command, command: [/bin/sh, ./agent.sh] } }\n",
  });
}

/** So many checks of one's own that the wrong word alone blocks. */
const STRICT = [
  "checkpoints:",
  "  CHECKPOINT-001:",
  "    checks:",
  ...Array.from(
    { length: 14 },
    (_, n) => `      - { id: word-${n}, kind: term, terms: { book: [fly] }, documents: [requirements], level: fail }`,
  ),
  "",
].join("\n");

function messagesOf(project: TestProject): readonly Message[] {
  const messages: Message[] = [];
  new MessageReader(join(project.dir, SESSION, ".msg/messages.jsonl")).read((message) => messages.push(message));
  return messages;
}

function hashes(project: TestProject): Readonly<Record<string, string>> {
  const dir = join(project.dir, SESSION, "artifacts");
  return Object.fromEntries(readdirSync(dir).map((name) => [name, hashOf(readFileSync(join(dir, name), "utf8"))]));
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
