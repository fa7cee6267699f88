/** Every order carries who gave it, whichever command it came by: in the journal, in `events`, in `why`. The built command. */
import { userInfo } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { aPlace } from "../attacks/attack-kit.ts";
import { gitIn } from "../repository.ts";
import { aGitProject, type GitProject, inTurn, writes } from "./git-kit.ts";
import { planOf } from "./kit.ts";

const USER = userInfo().username;

interface Given {
  readonly type: string;
  readonly given_by?: { readonly user: string; readonly command: string };
}

function eventsWithGivers({ project }: GitProject): readonly Given[] {
  const { out } = project.reeve("events", "--json", "--all");
  return out
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Given);
}

/** Commands by the events that they led to. */
function givers(it: GitProject, type: string): readonly string[] {
  return eventsWithGivers(it).flatMap((event) =>
    event.type === type ? [`${event.given_by?.user}: ${event.given_by?.command}`] : [],
  );
}

/** A project that was asked, answered, paused, resumed and stopped, has ended, and was landed and cleaned. */
function aWholeLife(): GitProject {
  const remote = aPlace();
  gitIn(remote, "init", "--quiet", "--bare");
  const asks = `echo '{"status":"blocked","question":"Which?"}'`;
  const it = aGitProject(planOf("a", "b"), { a: inTurn(asks, writes("a.txt", "a")), b: writes("b.txt", "b") });
  it.git("remote", "add", "origin", remote);
  return it;
}

describe("an order carries who gave it", () => {
  it("also whoever brings work back: the log of the branch says so", () => {
    const settings = "policies: { worker: { restarts: 0 }, attempts_max: 1 }\n";
    const it = aGitProject(planOf("a"), { a: "echo work > a.txt; exit 1" }, { settings });
    it.project.reeve("run", "plan.yaml");
    expect(it.project.reeve("recover", "a")).toMatchObject({ code: 0 });
    const branch = it.git("for-each-ref", "--format=%(refname)", "refs/heads/reeve/restored");
    expect(it.git("reflog", "show", branch)).toMatch(new RegExp(`brought back by ${USER} on .*: reeve recover`));
  });

  it("from the first `run` to `land` and `clean`, and `events` and `why` tell it", () => {
    const it = aWholeLife();
    const { project } = it;
    project.reeve("run", "plan.yaml");
    expect(project.reeve("pause")).toMatchObject({ code: 0 });
    project.reeve("run");
    expect(project.reeve("resume")).toMatchObject({ code: 0 });
    expect(project.reeve("answer", "q1", "This one")).toMatchObject({ code: 0 });
    expect(project.reeve("run")).toMatchObject({ code: 0 });
    expect(project.reeve("review", "--open-pr")).toMatchObject({ code: 0 });
    expect(project.reeve("land")).toMatchObject({ code: 0 });
    expect(project.reeve("clean", "--older-than", "1h")).toMatchObject({ code: 0 });

    for (const [type, command] of [
      ["run_created", "reeve run"],
      ["run_opened", "reeve run"],
      ["run_paused", "reeve pause"],
      ["run_resumed", "reeve resume"],
      ["question_answered", "reeve answer"],
      ["publishing_begun", "reeve review --open-pr"],
      ["landing_begun", "reeve land"],
      ["landing_done", "reeve land"],
      ["run_cleaned", "reeve clean"],
    ] as const)
      expect([type, ...new Set(givers(it, type))]).toEqual([type, `${USER}: ${command}`]);
    const told = project.reeve("events").out;
    expect(told).toMatch(/The run has landed: main went from .*\n +ordered by .*: reeve land\n/);
    const why = project.reeve("why").out;
    expect(why).toMatch(/The run has landed.*\n +ordered by .*: reeve land\n/);
    expect(why).toMatch(/`reeve clean` removed .*\n +ordered by .*: reeve clean\n/);
    expect(project.reeve("verify")).toMatchObject({ code: 0 });
  });

  it("a landing that is refused, or that somebody waves through although git is steered otherwise, is told as such", () => {
    const it = aGitProject(planOf("a"), { a: writes("a.txt", "a") });
    expect(it.project.reeve("run", "plan.yaml")).toMatchObject({ code: 0 });
    it.git("config", "filter.shout.clean", "cat");
    it.project.write("a.txt", "in the way");
    expect(it.project.reeve("land")).not.toMatchObject({ code: 0 });
    expect(givers(it, "landing_begun")).toEqual([]);
    expect(it.project.reeve("land", "--trust-git")).not.toMatchObject({ code: 0 });
    expect(givers(it, "landing_done")).toEqual([`${USER}: reeve land`]);
    expect(it.project.reeve("why").out).toContain("trusted by the person: filter.shout.clean");
    expect(it.project.reeve("why").out).toContain("Nothing was landed in main");
  });

  it("a brake of the whole machine names whoever pulled it", () => {
    const it = aGitProject(planOf("a"), { a: writes("a.txt", "a") });
    it.project.with({ XDG_STATE_HOME: join(aPlace(), "state") });
    expect(it.project.reeve("brake", "--all", "lunch")).toMatchObject({ code: 0 });
    const { err } = it.project.reeve("run", "plan.yaml");
    expect(err).toMatch(new RegExp(`by ${USER} on \\S+ \\(lunch\\): no run begins`));
    expect(it.project.reeve("release", "--all")).toMatchObject({ code: 0 });
    expect(it.project.reeve("run", "plan.yaml")).toMatchObject({ code: 0 });
  });
});

describe("what was written by an earlier Reeve, or laid into the mailbox by hand", () => {
  it("is shown without a giver, and nobody is made up for it", () => {
    const it = aGitProject(planOf("a", "b"), {
      a: `echo '{"status":"blocked","question":"Which?"}'`,
      b: writes("b.txt", "b"),
    });
    it.project.reeve("run", "plan.yaml");
    const database = new DatabaseSync(join(it.project.dir, ".reeve/runs/r1/journal.db"));
    database
      .prepare("INSERT INTO mailbox (at, sender, name, input) VALUES (?, ?, ?, ?)")
      .run(Date.now(), "hand", "hand/1", JSON.stringify({ type: "skip", task: "a" }));
    database.close();
    it.project.reeve("run");
    const { out } = it.project.reeve("why", "a");
    expect(out).toContain("skip");
    expect(out.match(/ordered by .*: reeve skip/)).toBeNull();
  });
});
