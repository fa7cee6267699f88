/** The brake of the whole machine, as it is noted: pulled, lifted, and what is said where nobody can read it. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { refusalText } from "../../views/refusals/refusal-words.ts";
import { liftMachineBrake, machineBrake, pullMachineBrake } from "./machine-brake.ts";

function aMachine(): { readonly XDG_STATE_HOME: string } {
  const dir = mkdtempSync(join(tmpdir(), "reeve-brake-"));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  return { XDG_STATE_HOME: dir };
}

test("it is pulled until it is lifted", () => {
  const env = aMachine();
  expect(machineBrake(env)).toBeNull();
  expect(pullMachineBrake(env, { reason: "fire", at: 7 })).toBe(true);
  expect(machineBrake(env)).toEqual({ reason: "fire", at: 7 });
  liftMachineBrake(env);
  expect(machineBrake(env)).toBeNull();
});

test("where its file cannot be read nothing starts, and what is said names the file, not a time", () => {
  const env = aMachine();
  const file = join(env.XDG_STATE_HOME, "reeve", "brake.json");
  mkdirSync(file, { recursive: true });
  const brake = machineBrake(env);
  expect(brake).toMatchObject({ unread: `${file}: EISDIR` });
  const sentence = brake && refusalText({ what: "machine_braked", ...brake });
  expect(sentence).toContain(`(${file}: EISDIR)`);
  expect(sentence).not.toContain("1970");
  rmSync(file, { recursive: true });
  writeFileSync(file, "{");
  expect(machineBrake(env)).toMatchObject({ unread: `${file}: it is damaged` });
  liftMachineBrake(env);
  expect(machineBrake(env)).toBeNull();
});
