/** What may be an account is never waited for, whatever it looks like. */
import { expect, test } from "vitest";
import { classify } from "../classify.ts";

test.each([
  "Error: failed to refresh cached credentials, no IMDS role found, request canceled, context deadline exceeded",
  "ERROR: Unable to connect to the database. Configure the url, user and password!",
  "batch response: connection reset by peer\nYour account has an unpaid invoice; the balance must be settled",
])("%s", (text) => {
  expect(classify({ text }).restart).not.toBe("transient");
});

test.each([
  [
    "a parser's token is no credential",
    "SyntaxError: Unexpected token '<'\n<html><head><title>503 Service Temporarily Unavailable</title></head></html>",
  ],
  [
    "a page of a proxy in place of JSON",
    "json.decoder.JSONDecodeError: Expecting value: line 1 column 1 (char 0)\n<html><head><title>502 Bad Gateway</title></head></html>",
  ],
  ["a gateway's page with its host", "<!DOCTYPE html>\n<head>\n<title>api.acme.dev | 504: Gateway time-out</title>"],
])("%s passes by itself", (_, text) => {
  expect(classify({ text })).toMatchObject({ class: "overloaded", restart: "transient" });
});

test("a page that refuses, and a test about such a page, do not", () => {
  expect(classify({ text: "<html><head><title>403 Forbidden</title></head></html>" }).restart).toBe("terminal");
  const expected =
    'FAIL src/a.test.ts\n  ● renders\n    Expected: "<title>502 Bad Gateway</title>"\nTests: 1 failed, 3 passed';
  expect(classify({ text: expected }).class).toBe("test_failure");
});
