/** Signs of an account, mixed with each other and with what tools print, in any order: which one counts. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { thoroughly } from "../../../../test/thoroughly.ts";
import type { FailureClass } from "../../../domain/proof/failure.ts";
import { classify } from "../classify.ts";

/** In the order in which they count. */
const SIGNS: Readonly<Record<"billing" | "auth" | "rate_limit", readonly string[]>> = {
  billing: [
    "402 Payment Required",
    '{"error":{"message":"Insufficient credits. Add more in your settings.","code":402}}',
    "Your credit balance is too low to access the API.",
    'Error code: 402 - {"error": {"message": "Insufficient Balance", "type": "unknown_error"}}',
    '{"error":{"message":"You exceeded your current quota, please check your plan and billing details.","type":"insufficient_quota"}}',
    "HTTP/1.1 402 Payment Required",
  ],
  auth: [
    '{"type":"error","error":{"type":"authentication_error","message":"invalid x-api-key"}}',
    "Error: 401 Unauthorized",
    "Incorrect API key provided: sk-…",
    "OAuth token has expired. Please run /login",
    "fatal: Authentication failed for 'https://git.shop.example/app.git/'",
  ],
  rate_limit: [
    "429 Too Many Requests",
    '{"error":{"code":"rate_limit_exceeded","message":"Rate limit reached for requests"}}',
    "You've hit your usage limit. Try again in 2 hours.",
    "Quota exceeded for quota metric 'Requests per minute'",
  ],
};

/** What the tool around it says; none of it is a test, a linter or a model that refuses. */
const AROUND: readonly string[] = [
  "npm error code E500",
  "npm error A complete log of this run can be found in: /srv/logs/a.log",
  "Error: Cannot find module 'left-pad'",
  "src/a.ts(1,2): error TS2322: Type 'string' is not assignable to type 'number'.",
  "error: failed to push some refs to 'origin'",
  'FATAL: database "shop" does not exist',
  "make: *** [Makefile:3: build] Error 2",
  "Traceback (most recent call last):",
  "connect ECONNREFUSED 127.0.0.1:5432",
  "request timed out after 30000ms",
  "503 Service Unavailable",
  "stream disconnected before completion",
];

const ORDER = Object.keys(SIGNS) as readonly (keyof typeof SIGNS)[];

const outputs = fc
  .tuple(
    fc
      .subarray([...ORDER], { minLength: 1 })
      .chain((of) =>
        fc.tuple(...of.map((each) => fc.constantFrom(...SIGNS[each]).map((line) => ({ class: each, line })))),
      ),
    fc.subarray([...AROUND], { maxLength: 4 }),
  )
  .chain(([signs, around]) =>
    fc
      .shuffledSubarray([...signs.map(({ line }) => line), ...around], { minLength: signs.length + around.length })
      .map((lines) => ({ of: signs.map((sign) => sign.class), text: lines.join("\n") })),
  );

test("payment comes before authorisation before quota and rate, whatever a tool prints around them and in whatever order", () => {
  fc.assert(
    fc.property(outputs, ({ of, text }) => {
      const first: FailureClass | undefined = ORDER.find((each) => of.includes(each));
      expect({ text, class: classify({ text }).class }).toEqual({ text, class: first });
    }),
    { numRuns: thoroughly(400, 100) },
  );
});

test("what needs a person is never called passing, whatever passes beside it", () => {
  fc.assert(
    fc.property(outputs, ({ of, text }) => {
      fc.pre(of.includes("billing") || of.includes("auth"));
      expect({ text, restart: classify({ text }).restart }).toEqual({ text, restart: "terminal" });
    }),
    { numRuns: thoroughly(400, 100) },
  );
});

test("a full disk is never waited for, whatever status the service gives it", () => {
  fc.assert(
    fc.property(
      fc.shuffledSubarray(["HTTP 429 Too Many Requests", "503 Service Unavailable", "connect ETIMEDOUT 10.0.0.1:9200"]),
      fc.constantFrom(
        "No space left on device",
        "disk usage exceeded flood-stage watermark",
        "ENOSPC: no space left on device, write",
      ),
      (passing, full) => {
        const text = [...passing, full].join("\n");
        expect({ text, restart: classify({ text }).restart }).toEqual({ text, restart: "terminal" });
      },
    ),
  );
});
