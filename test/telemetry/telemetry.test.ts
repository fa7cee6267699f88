/** Traces and metrics of real runs, taken by a collector over real HTTP: what is sent, what is not, and that no run waits for it. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { defineFleet } from "../../src/library/define-fleet.ts";
import { superviseFleet } from "../../src/library/supervise-fleet.ts";
import { aProject } from "../e2e/kit.ts";
import { Collector } from "./collector.ts";

const SECRET = `ghp_${"a1B2".repeat(9)}`;
const AGENT = `if [ -f "once.$REEVE_TASK_ID" ]; then echo '{"status":"done"}'; else touch "once.$REEVE_TASK_ID"; echo boom; kill -9 $$; fi`;
let collector: Collector;

beforeEach(async () => {
  collector = await Collector.open();
});
afterEach(() => collector.close());

function fleetOf(telemetry: string, script = AGENT) {
  const config = `isolation: none
sandbox: off
${telemetry}
agents: { coder: { adapter: command, command: [sh, -c, ${JSON.stringify(script)}] } }
policies: { worker: { backoff: none } }`;
  const plan = `title: Traced\ntasks: [{ id: a, prompt: "Use ${SECRET} quietly." }, { id: b, depends_on: [a], prompt: Then b. }]`;
  const defined = defineFleet({ config, plan });
  if (!defined.ok) throw new Error(defined.mistakes.map(({ what }) => what).join("; "));
  return defined.value;
}

describe("what a collector gets", () => {
  it("one trace of the run: tasks, attempts by the GenAI conventions, decisions; and sums", async () => {
    const { dir } = aProject();
    await superviseFleet(fleetOf(`telemetry: { otlp: "${collector.url}", service: night }`), { dir });
    const { spans, metrics } = collector;
    expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(1);
    expect(spans[0]?.traceId).toMatch(/^[0-9a-f]{32}$/);
    const run = spans.find(({ name }) => name === "invoke_workflow Traced");
    const task = spans.find(({ name }) => name === "task a");
    expect(run?.parentSpanId).toBeUndefined();
    expect(task).toMatchObject({ parentSpanId: run?.spanId, attributes: { "reeve.outcome": "done" } });
    const attempts = spans.filter(({ name }) => name === "invoke_agent coder");
    expect(attempts).toHaveLength(4);
    expect(attempts[0]).toMatchObject({
      parentSpanId: task?.spanId,
      attributes: {
        "gen_ai.operation.name": "invoke_agent",
        "gen_ai.agent.name": "coder",
        "reeve.outcome": "failed",
        "error.type": "crash",
      },
      status: { code: 2 },
    });
    const decided = spans.filter(({ name }) => name === "decide task_requeued");
    expect(decided.map(({ attributes }) => attributes["reeve.decision.rule"])).toEqual(
      Array(2).fill("transient_failure"),
    );
    expect(new Set(spans.map(({ spanId }) => spanId)).size).toBe(spans.length);
    expect(metrics.get("reeve.attempts")).toBe(4);
    expect(metrics.get("gen_ai.client.operation.duration")).toBe(4);
    expect(metrics.get("reeve.tasks")).toBe(2);
    expect(metrics.get("reeve.decisions")).toBe(spans.filter(({ name }) => name.startsWith("decide ")).length);
    expect(collector.text).toContain("night");
    expect(collector.text).not.toContain("quietly");
  });

  it("texts only where they are asked for, and no secret even then", async () => {
    const { dir } = aProject();
    await superviseFleet(fleetOf(`telemetry: { otlp: "${collector.url}", texts: true }`), { dir });
    expect(collector.text).toContain("quietly");
    expect(collector.text).not.toContain(SECRET);
  });

  it("headers from the variable that is named, and addresses from OpenTelemetry's own only where asked for", async () => {
    const { dir } = aProject();
    process.env["OTEL_EXPORTER_OTLP_ENDPOINT"] = collector.url;
    process.env["OTEL_EXPORTER_OTLP_HEADERS"] = "x-team=night%20shift";
    try {
      await superviseFleet(fleetOf(""), { dir });
      expect(collector.headers).toEqual([]);
      await superviseFleet(fleetOf("telemetry: { otlp: env }", `echo '{"status":"done"}'`), { dir });
      expect(collector.headers[0]).toMatchObject({ "x-team": "night shift" });
    } finally {
      delete process.env["OTEL_EXPORTER_OTLP_ENDPOINT"];
      delete process.env["OTEL_EXPORTER_OTLP_HEADERS"];
    }
  });
});

describe("a collector that is away", () => {
  it("holds no run up, is told of once, and gets what it missed when the run is resumed, in the same trace", async () => {
    const { dir } = aProject();
    const asks = `if [ -f answered ]; then echo '{"status":"done"}'; else exit 3; fi`;
    const telemetry = `telemetry: { otlp: "${collector.url}" }\n`;
    const fleet = fleetOf(telemetry, asks);
    collector.answer = 503;
    const told: string[] = [];
    const first = await superviseFleet(fleet, { dir, onSentence: (sentence) => void told.push(sentence) });
    expect(first.end.type).toBe("needs_person");
    expect(told.filter((sentence) => sentence.includes("Traces cannot be sent"))).toHaveLength(1);
    expect(collector.spans).toEqual([]);
    collector.answer = 200;
    writeFileSync(join(dir, "answered"), "");
    const project = await import("../../src/library/open-project.ts");
    const run = await project.openProject(dir).run("r1");
    await run.answer("q1", "try again");
    await superviseFleet(fleet, { dir, run: "r1" });
    const names = collector.spans.map(({ name }) => name);
    expect(names.filter((name) => name === "invoke_workflow Traced")).toHaveLength(2);
    expect(names).toContain("task a");
    expect(new Set(collector.spans.map(({ traceId }) => traceId)).size).toBe(1);
    expect(new Set(collector.spans.map(({ spanId }) => spanId)).size).toBe(collector.spans.length);
  });

  it("or that never answers, ends with the run a moment later", async () => {
    const { dir } = aProject();
    collector.answer = "nothing";
    const { end } = await superviseFleet(fleetOf(`telemetry: { otlp: "${collector.url}" }`), { dir });
    expect(end.type).toBe("ended");
  });
});
