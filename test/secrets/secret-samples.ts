/** A secret of each well-known kind, put together when it is asked for: none stands in a file as one. They open nothing. */

const LETTERS = "aB3dE5gH7jK9mN1pQ2rS4tU6vW8xYzA0";

export interface Sample {
  /** As it would stand in a text. */
  readonly text: string;
  /** What nobody may see of it. */
  readonly secret: string;
}

/** By kind. */
export function secretSamples(): ReadonlyMap<string, Sample> {
  const whole = (...parts: string[]): Sample => ({ text: parts.join(""), secret: parts.join("") });
  const named = (before: string, secret: string, after = ""): Sample => ({
    text: `${before}${secret}${after}`,
    secret,
  });
  return new Map([
    ["AWS id", whole("AK", "IA", "QWERTYUIOP2345AB")],
    ["AWS key", named(["aws_secret", "_access_key = "].join(""), `wJ${mixed(36)}/K`)],
    ["GitHub, classic", whole("gh", "p_", mixed(36))],
    ["GitHub, fine-grained", whole("github", "_pat_", mixed(22), "_", mixed(59))],
    ["GitLab", whole("gl", "pat-", mixed(20))],
    ["Anthropic", whole("sk-", "ant-api03-", mixed(93), "AA")],
    ["OpenAI", whole("sk-", "proj-", mixed(48))],
    ["Google API", whole("AI", "za", mixed(35))],
    ["Slack", whole("xo", "xb-", "123456789012-123456789012-", mixed(24))],
    ["Stripe", whole("sk", "_live_", mixed(24))],
    ["npm", whole("np", "m_", mixed(36))],
    ["PyPI", whole("py", "pi-", "AgEIcHlwaS5vcmc", mixed(60))],
    ["Hugging Face", whole("h", "f_", mixed(34))],
    ["JWT", whole("ey", "JhbGciOiJIUzI1NiJ9.", "ey", "JzdWIiOiIxMjM0NTY3ODkwIn0.", mixed(43))],
    ["PEM", block("RSA ")],
    ["basic auth in a URL", named("https://deploy:", mixed(12), "@git.example.com/shop.git")],
    ["bearer", named("Authorization: Bearer ", mixed(40))],
    [".env password", named(["DB_PASS", "WORD="].join(""), `${mixed(8)}!`)],
    ["database URL", named("postgres://shop:", mixed(14), "@db.example.com:5432/shop")],
    ["SSH key", block("OPENSSH ")],
  ]);
}

/** So many letters and digits, always the same. */
function mixed(length: number): string {
  return LETTERS.repeat(Math.ceil(length / LETTERS.length)).slice(0, length);
}

function block(kind: string): Sample {
  const body = `${mixed(64)}\n${mixed(64)}\n${mixed(64)}\n${mixed(20)}`;
  const line = (word: string) => ["-----", word, ` ${kind}PRIVATE`, " KEY", "-----"].join("");
  return { text: `${line("BEGIN")}\n${body}\n${line("END")}`, secret: mixed(64) };
}
