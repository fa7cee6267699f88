/**
 * Certificates that nobody trusts, and proxies that are not there: the way to a host is closed until somebody opens it, so waiting
 * does not help. Connections that only failed are in `network.ts`. Data only.
 */
import type { Rule } from "../../rule.ts";
import { host } from "../shapes.ts";

export const CERTIFICATE_RULES: readonly Rule[] = [
  {
    class: "network",
    restart: "terminal",
    strength: "certain",
    has: "certificate|self_signed|unable_to_|cert_|x509|altnames",
    match:
      /certificate (?:verify|verification) failed|(?:verify|verification of) (?:the )?certificate\b.{0,20}fail|failed to verify certificate|cannot verify .{1,80}certificate|self[- ]signed certificate|unable to (?:get|verify) (?:local issuer|the first) certificate|SELF_SIGNED_CERT|UNABLE_TO_(?:VERIFY|GET_ISSUER)|CERT_HAS_EXPIRED|certificate (?:has|is) (?:expired|not yet valid)|certificate expired|certificate signed by unknown authority|x509: |ssl certificate (?:problem|error)|no alternative certificate subject name|match certificate's altnames|unable to find valid certification path|invalid peer certificate/i,
    subject: host,
  },
  {
    class: "network",
    restart: "persistent",
    strength: "certain",
    has: "getaddrinfo|could not resolve proxy",
    match:
      /getaddrinfo (?:ENOTFOUND|EAI_AGAIN) (?<s>[\w.-]*proxy[\w.-]*)|could not resolve proxy(?: name)?:? (?<t>[\w.-]+)/i,
  },
];
