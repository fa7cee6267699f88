import { expect, test } from "vitest";
import { isLockOf, isSource, isTest, isTestOf, isWithin } from "./path-kinds.ts";

test.each([
  "src/a.test.ts",
  "a.spec.jsx",
  "test/x.ts",
  "pkg/tests/y.py",
  "test_a.py",
  "a_test.go",
  "spec/a_spec.rb",
  "ATest.java",
])("%s is a test", (path) => {
  expect([isTest(path), isSource(path)]).toEqual([true, false]);
});

test.each(["src/a.ts", "a.py", "cmd/main.go", "src/testing.ts", "src/contest.py", "App.vue"])(
  "%s is a source",
  (path) => {
    expect([isTest(path), isSource(path)]).toEqual([false, true]);
  },
);

test.each(["README.md", "a.d.ts", "vite.config.ts", ".eslintrc.js", "pkg/__init__.py", "src/lib.rs"])(
  "%s is neither",
  (path) => {
    expect([isTest(path), isSource(path)]).toEqual([false, false]);
  },
);

test("a test is known as that of its file by its name, wherever both lie", () => {
  expect(isTestOf("test/sum.test.ts", "src/sum.ts")).toBe(true);
  expect(isTestOf("tests/test_sum.py", "pkg/sum.py")).toBe(true);
  expect(isTestOf("sum_test.go", "sum.go")).toBe(true);
  expect(isTestOf("src/test/SumTest.java", "src/main/Sum.java")).toBe(true);
  expect(isTestOf("test/other.test.ts", "src/sum.ts")).toBe(false);
  expect(isTestOf("src/sum.ts", "src/sum.ts")).toBe(false);
});

test("a lock file belongs to the manifests in its folder and below", () => {
  expect(isLockOf("package-lock.json", "package.json")).toBe(true);
  expect(isLockOf("package-lock.json", "packages/a/package.json")).toBe(true);
  expect(isLockOf("packages/a/yarn.lock", "package.json")).toBe(false);
  expect(isLockOf("Cargo.lock", "package.json")).toBe(false);
});

test("a folder means what is in it, not what begins like it", () => {
  expect(isWithin("src/a.ts", "src")).toBe(true);
  expect(isWithin("src2/a.ts", "src")).toBe(false);
});
