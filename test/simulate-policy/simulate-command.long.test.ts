/** `reeve simulate --policy --faults` on the example's files: its table, its JSON, its mistakes, and what the docs claim. */
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { type SimulatePolicyOptions, simulatePolicyCommand } from "../../src/views/cli/plan/simulate-policy.ts";

const EXAMPLE = fileURLToPath(new URL("../../examples/07-policies", import.meta.url));
const ALONE = "retry each alone";
const ONE_FIX = "one cause, one fix";

async function simulate(options: SimulatePolicyOptions) {
  let out = "";
  let err = "";
  const code = await simulatePolicyCommand(
    {
      cwd: EXAMPLE,
      isTty: false,
      isErrTty: false,
      size: () => ({ columns: 80, rows: 24 }),
      now: () => 0,
      out: (text) => {
        out += text;
      },
      err: (text) => {
        err += text;
      },
    },
    options,
  );
  return { code, out, err };
}

interface Row {
  readonly success: number;
  readonly questions: number;
  readonly attempts: number;
  readonly seconds: { readonly mean: number };
  readonly usd: { readonly mean: number };
}

async function compared(faults: string, runs: number): Promise<Record<string, Row>> {
  const { out } = await simulate({ policy: ["policies.yaml"], faults, runs, json: true });
  const { policies } = JSON.parse(out) as { policies: (Row & { policy: string })[] };
  return Object.fromEntries(policies.map((row) => [row.policy, row]));
}

describe("reeve simulate --policy", () => {
  it("prints one row per policy, the same for the same seed", async () => {
    const options = { policy: ["policies.yaml"], faults: "mixed.yaml", runs: 5, seed: 3 };
    const { code, out, err } = await simulate(options);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    const lines = out.split("\n");
    expect(lines[0]).toBe("40 tasks, 5 runs under each policy, seed 3. The person answers after 8 h 00 min.");
    expect(lines[2]).toMatch(
      /^policy +runs done +tasks done +cost +cost p90 +time +time p90 +attempts +fixes +questions +halts$/,
    );
    expect(lines[3]).toMatch(/^one cause, one fix +\d+\.\d %/);
    expect(lines[4]).toMatch(/^retry each alone +\d+\.\d %/);
    expect((await simulate(options)).out).toBe(out);
  });

  it("plays reeve.yaml itself where no policy is named", async () => {
    expect((await simulate({ faults: "storm.yaml", runs: 1 })).out).toMatch(/^reeve\.yaml +100\.0 %/m);
  });

  it("says what is missing, and names every mistake of every file", async () => {
    expect(await simulate({ policy: ["policies.yaml"] })).toMatchObject({
      code: 2,
      err: expect.stringContaining("--faults faults.yaml"),
    });
    const { code, err } = await simulate({
      policy: ["policies.yaml", "policies.yaml", "none.yaml"],
      faults: "plan.yaml",
    });
    expect(code).toBe(2);
    expect(err).toContain('plan.yaml:1:1 unknown key "title"');
    expect(err).toContain("none.yaml:1:1 does not exist");
    expect(err).toContain('two policies are called "retry each alone"');
    expect(err).toContain("nothing was simulated");
  });
});

describe("docs/policy-simulation.md, with fewer runs", () => {
  it("in a storm one fix saves hours, money and questions", async () => {
    const { [ONE_FIX]: fix, [ALONE]: alone } = await compared("storm.yaml", 40);
    if (!fix || !alone) throw new Error("both policies are compared");
    expect(fix.success).toBe(1);
    expect(fix.seconds.mean).toBeLessThan(alone.seconds.mean / 2);
    expect(fix.questions).toBeLessThan(alone.questions / 4);
    expect(fix.usd.mean).toBeLessThan(alone.usd.mean);
    expect(fix.attempts).toBeLessThan(alone.attempts);
  });

  it("on an ordinary night it asks less and costs no more", async () => {
    const { [ONE_FIX]: fix, [ALONE]: alone } = await compared("mixed.yaml", 40);
    if (!fix || !alone) throw new Error("both policies are compared");
    expect(fix.success).toBe(1);
    expect(fix.questions).toBeLessThan(alone.questions);
    expect(fix.usd.mean).toBeLessThan(alone.usd.mean);
    expect(fix.seconds.mean).toBeLessThan(alone.seconds.mean);
  });
});
