/** What all projects of a machine may use in a day, with real runs of two of them: killed, raised, resumed by the service. */
import { describe, expect, it } from "vitest";
import { until } from "../wait.ts";
import { aProject, eventsOf, ofType, planOf } from "./kit.ts";

const SCRIPTED = "isolation: none\nagents: { s: { adapter: scripted, script: script.yaml } }\nmax_parallel: 1\n";

interface Cap {
  readonly used: { readonly usd: number };
}

describe("a day's limit over projects", () => {
  /** Two projects of one user, whose day begins far from UTC's. */
  function twoProjects() {
    const one = aProject({
      "reeve.yaml": SCRIPTED,
      "plan.yaml": planOf("a"),
      "script.yaml": "tasks: { a: [usage: { tokens: 9, usd: 3 }, hang: true] }\n",
    });
    one.with({ XDG_STATE_HOME: `${one.dir}/.home`, TZ: "Pacific/Auckland" });
    const two = aProject({
      "reeve.yaml": SCRIPTED,
      "plan.yaml": planOf("b", "c", "d"),
      "script.yaml": "default: [usage: { tokens: 100, usd: 2 }, result: {}]\n",
    });
    two.with({ XDG_STATE_HOME: `${one.dir}/.home`, TZ: "Pacific/Auckland" });
    return { one, two };
  }

  it("stops both while they burn, holds over kill -9 and new runs, and is raised for all by a word", async () => {
    const { one, two } = twoProjects();
    expect(one.reeve("cap").out).toContain("No limit over projects");
    expect(one.reeve("cap", "--usd", "5").out).toContain("may use $5.00 a day (Pacific/Auckland)");
    const first = one.start("run", "plan.yaml");
    await until("the others to be told what a uses", () => one.json<Cap>("cap")[0]?.used.usd === 3);
    first.signal("SIGKILL");
    await first.ended;
    // Nobody is there who could tell the others; what was told before still counts.
    const second = two.start("run", "plan.yaml");
    const burnt = await second.ended;
    expect(burnt.code).toBe(5);
    expect(burnt.out).toContain("this machine's daily budget of $5 is used up ($7.00 so far)");
    expect(two.json("questions")).toEqual([]);
    expect(two.reeve("status").out).toContain("Next: `reeve cap --usd N --today`, then `reeve run`");
    const again = one.reeve("run");
    expect(again.code).toBe(5);
    expect(again.out).toContain("this machine's daily budget of $5 is used up ($7.00 so far)");
    expect(ofType(eventsOf(one), "attempt_started")).toHaveLength(1);
    const cap = one.reeve("cap");
    expect(cap.out).toContain("Used today: 209 tokens, $7.00");
    expect(cap.out).toContain(`${two.dir} r1: 200 tokens, $4.00`);
    expect(two.reeve("cap", "--usd", "50", "--today").out).toContain("may use $50.00 today, until midnight");
    expect(two.reeve("run").code).toBe(0);
    expect(two.json("status")).toMatchObject([{ counts: { done: 3 } }]);
    one.reeve("stop");
  });

  it("is resumed by the resident service when more is allowed, without a word to the run", async () => {
    const { one, two } = twoProjects();
    one.reeve("cap", "--usd", "3");
    expect(two.reeve("run", "plan.yaml").code).toBe(5);
    const up = two.start("up");
    await up.line(/reeve up works/);
    two.reeve("cap", "--usd", "100");
    await until("the run to have ended", () => ofType(eventsOf(two), "run_ended").length === 1);
    up.child.kill("SIGINT");
    await up.ended;
    expect(two.json("status")).toMatchObject([{ counts: { done: 3 } }]);
  });

  it("refuses nonsense, and a limit that cannot be read is not taken for none", () => {
    const { one } = twoProjects();
    expect(one.reeve("cap", "--usd", "-1").code).toBe(2);
    expect(one.reeve("cap", "--today").code).toBe(2);
    expect(one.reeve("cap", "--off", "--usd", "3").code).toBe(2);
    one.write(".home/reeve/cap.json", "{ half");
    const { code, err } = one.reeve("cap");
    expect(code).not.toBe(0);
    expect(err).toContain("cap.json, is out of reach");
  });
});
