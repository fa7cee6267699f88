/**
 * Notices that an agent has fallen silent: it waits for an answer whose headers never come, or for a limit that ends in an
 * hour, and says nothing. While one of its tools is at work, silence means nothing. It ends nobody.
 */
import type { DriverIo } from "../driver.ts";

export interface SilenceWatch {
  readonly heard: () => void;
  readonly close: () => void;
}

const LOOK_MS = 500;

export function watchSilence(
  { now }: Pick<DriverIo, "now">,
  limitMs: number,
  about: { readonly isUsingTool: () => boolean; readonly onSilence: () => void },
): SilenceWatch {
  let lastAt = now();
  const timer = setInterval(() => {
    if (about.isUsingTool()) lastAt = now();
    if (now() - lastAt < limitMs) return;
    clearInterval(timer);
    about.onSilence();
  }, LOOK_MS);
  timer.unref();
  return {
    heard: () => {
      lastAt = now();
    },
    close: () => clearInterval(timer),
  };
}

/** Longer than a model thinks, and than Codex itself waits for the next piece of an answer; shorter than Reeve takes any silent agent for stuck. */
const SILENCE_S = 540;

export function silenceSeconds(options: Readonly<Record<string, string>>): number {
  return Number(options["silence_s"] ?? SILENCE_S);
}
