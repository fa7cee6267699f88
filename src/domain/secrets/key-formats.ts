/**
 * Keys that say by their own letters what they are: a prefix that somebody made for that, and a length. One expression with
 * a literal beginning each, so that a text is gone through once; nothing in it can be read in two ways, so it takes time in
 * proportion to the text, whatever the text is. What is done about one is not decided here.
 */
import { isPlaceholder } from "./placeholder.ts";
import type { Span } from "./span.ts";

/** Each begins with letters of its own, and ends with a run of one class of characters. */
const FORMATS: Readonly<Record<string, string>> = {
  "aws-id": "(?:AKIA|ASIA|ABIA|ACCA|AIDA|AROA)[A-Z0-9]{16}(?![A-Za-z0-9])",
  github: "gh[pousr]_[A-Za-z0-9]{20,255}|github_pat_[A-Za-z0-9_]{20,255}",
  gitlab: "gl(?:pat|ptt|dt|rt|cbt|ft|soat|agent|imt|oas|ffct)-[A-Za-z0-9_.-]{16,300}|GR1348941[A-Za-z0-9_-]{16,}",
  anthropic: "sk-ant-[A-Za-z0-9_-]{16,}",
  openai: "sk-(?:proj|svcacct|admin|None|or-v1)-[A-Za-z0-9_-]{16,}|sk-[A-Za-z0-9]{20,}(?![A-Za-z0-9]|-[a-z])",
  google: "AIza[A-Za-z0-9_-]{30,}|GOCSPX-[A-Za-z0-9_-]{20,}|ya29\\.[A-Za-z0-9_-]{20,}",
  slack:
    "xox[abeoprs]-[A-Za-z0-9-]{10,}|xapp-[0-9]-[A-Za-z0-9-]{10,}|hooks\\.slack\\.com/services/T[A-Za-z0-9_]{6,}/B[A-Za-z0-9_]{6,}/[A-Za-z0-9_]{16,}",
  stripe: "[sr]k_(?:live|test|prod)_[A-Za-z0-9]{10,}|whsec_[A-Za-z0-9+/]{24,}",
  npm: "npm_[A-Za-z0-9]{30,}",
  pypi: "pypi-(?=[A-Za-z0-9_-]{0,200}[0-9])(?=[A-Za-z0-9_-]{0,200}[A-Z])[A-Za-z0-9_-]{32,}",
  "hugging-face": "hf_[A-Za-z0-9]{28,}|api_org_[A-Za-z0-9]{30,}",
  jwt: "eyJ[A-Za-z0-9_-]{8,}\\.[A-Za-z0-9_-]{8,}(?:\\.[A-Za-z0-9_-]*)?",
  sendgrid: "SG\\.[A-Za-z0-9_-]{16,}\\.[A-Za-z0-9_-]{16,}",
  digitalocean: "do[opr]_v1_[a-f0-9]{40,}",
  docker: "dckr_(?:pat|oat)_[A-Za-z0-9_-]{20,}",
  vendors:
    "(?:gsk_|xai-|r8_|pplx-|lin_api_|dapi|shpat_|shpss_|sq0[a-z]{3}-|rubygems_|fo1_|tskey-[a-z]+-)[A-Za-z0-9_-]{30,}",
  azure: "AccountKey=[A-Za-z0-9+/]{60,}={0,2}",
};

/** What each of them begins with. Nearly all texts have none of it. */
const BEGINNINGS = [
  ..."AKIA ASIA ABIA ACCA AIDA AROA ghp_ gho_ ghu_ ghs_ ghr_ github_pat_ glpat- glptt- gldt- glrt- glcbt- glft- glsoat-".split(
    " ",
  ),
  ..."glagent- glimt- gloas- glffct- GR1348941 sk- sk_ rk_ AIza GOCSPX- ya29. xox xapp- hooks.slack.com whsec_ npm_".split(
    " ",
  ),
  ..."pypi- hf_ api_org_ eyJ SG. dop_ doo_ dor_ dckr_ gsk_ xai- r8_ pplx- lin_api_ dapi shpat_ shpss_ sq0 rubygems_ fo1_".split(
    " ",
  ),
  ..."tskey- AccountKey=".split(" "),
];

const KINDS = Object.keys(FORMATS);
/** A letter or digit before it makes it part of something else. Made when it is first needed. */
let pattern: RegExp | null = null;

export function keysIn(text: string): readonly Span[] {
  if (!BEGINNINGS.some((beginning) => text.includes(beginning))) return [];
  pattern ??= new RegExp(
    `(?:(?<![A-Za-z0-9])|(?<=\\\\[nrt]))(?:${KINDS.map((kind) => `(${FORMATS[kind]})`).join("|")})`,
    "g",
  );
  return [...text.matchAll(pattern)].map((match) => {
    const [whole, ...groups] = match;
    const kind = KINDS[groups.findIndex((group) => group !== undefined)] ?? "key";
    const weak = isStandIn(whole) ? ({ isWeak: true } as const) : {};
    return { from: match.index, to: match.index + whole.length, kind, ...weak };
  });
}

/** A key may have a mark near its end by chance; what follows it then says nothing about the rest. */
const OWN_LENGTH_MIN = 8;

/** `sk-xxxxxxxx`, `AKIAIOSFODNN7EXAMPLE`: as documentation writes them. */
function isStandIn(key: string): boolean {
  const own = key.slice(key.search(/[-_.A-Z](?=[^-_.]*$)/) + 1);
  return isPlaceholder(key) || (own.length >= OWN_LENGTH_MIN && isPlaceholder(own));
}
