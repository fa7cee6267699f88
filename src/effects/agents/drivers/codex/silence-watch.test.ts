import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { watchSilence } from "./silence-watch.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function watched() {
  const about = { isUsingTool: vi.fn(() => false), onSilence: vi.fn() };
  return { ...about, watch: watchSilence({ now: Date.now }, 10_000, about) };
}

test("silence is told once, when it has lasted", () => {
  const { onSilence } = watched();
  vi.advanceTimersByTime(9_000);
  expect(onSilence).not.toHaveBeenCalled();
  vi.advanceTimersByTime(60_000);
  expect(onSilence).toHaveBeenCalledTimes(1);
});

test("whoever is heard is not silent, and neither is whoever uses a tool", () => {
  const { onSilence, watch, isUsingTool } = watched();
  vi.advanceTimersByTime(9_000);
  watch.heard();
  vi.advanceTimersByTime(9_000);
  isUsingTool.mockReturnValue(true);
  vi.advanceTimersByTime(3_600_000);
  isUsingTool.mockReturnValue(false);
  vi.advanceTimersByTime(9_000);
  expect(onSilence).not.toHaveBeenCalled();
  vi.advanceTimersByTime(2_000);
  expect(onSilence).toHaveBeenCalledTimes(1);
});

test("what is closed tells nothing", () => {
  const { onSilence, watch } = watched();
  watch.close();
  vi.advanceTimersByTime(60_000);
  expect(onSilence).not.toHaveBeenCalled();
});
