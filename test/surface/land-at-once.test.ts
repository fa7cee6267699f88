/** Two who land the same run at the same moment: it lands once, and both say what is true. */
import { expect, it } from "vitest";
import { type Git, openGit } from "../../src/effects/git/git.ts";
import { land } from "../../src/effects/surface/land.ts";
import { aLandingLab, type LandingLab, withoutOwnGitSettings } from "./landing-lab.ts";

withoutOwnGitSettings();

/** Right before the branch is to be moved, something else happens. */
function interrupted({ repository }: LandingLab, meanwhile: () => Promise<unknown>): Git {
  const real = openGit(repository.dir);
  return {
    run: async (args, options) => {
      if (args[0] === "update-ref" || args[1] === "--symbolic-full-name") await meanwhile();
      return real.run(args, options);
    },
  };
}

it.each([
  ["checked out", "main"],
  ["not checked out", "other"],
])("the second finds it there, where the branch is %s", async (_where, into) => {
  const lab = aLandingLab();
  lab.repository.git("branch", "other", lab.base);
  const first = () => lab.land({ into });
  const landing = await land(interrupted(lab, first), lab.wish({ into }));
  expect(landing).toMatchObject({ type: "already", into });
  expect(lab.repository.git("rev-parse", into)).toBe(lab.proved);
});

it("while another git is at work in the checkout, nobody is told that nothing will have landed", async () => {
  const lab = aLandingLab();
  lab.repository.write(".git/index.lock", "");
  const landing = await lab.land();
  expect(landing).toMatchObject({ type: "refused", sentence: expect.stringContaining("Another git is at work in") });
});
