/** The demo's project: a plan for a small shop, agents that follow a script, and the mishaps they have. Data only. */

/** The part of reeve.yaml that is the same for every cast. Its stories need agents side by side, also on a busy machine. */
export const POLICIES = `max_parallel: 6
policies:
  host: { load_per_core: 0 }
  worker: { restarts: 3, within_s: 300, backoff: { kind: exponential, base_s: 1, cap_s: 10, jitter: 0 }, grace_s: 3 }
`;

export const PLAN_YAML = `title: A small shop
gangs:
  database: { strategy: rest_for_one }
defaults:
  gates: [sh check.sh]                   # must be green before a merge, and again after it
tasks:
  - { id: design, files: [DESIGN.md], prompt: Decide how the parts talk to each other. }

  - { id: api,  depends_on: [design], prompt: Write the API and its route. }
  - { id: page, depends_on: [design], prompt: Write the page and its route. }
  - { id: docs, depends_on: [design], files: [docs.md], prompt: Write the docs. }

  - { id: schema, gang: database, depends_on: [design], prompt: Write the schema. }
  - { id: seed,   gang: database, depends_on: [design], prompt: Fill the schema with examples. }
  - { id: report, gang: database, depends_on: [design], prompt: Report on the examples. }

  - { id: prices, depends_on: [api, page], commitments: [test -s prices.js], prompt: Show prices on the page. }
  - { id: ship,   depends_on: [api, page, docs, schema, seed, report, prices], prompt: Write the release notes. }
`;

/** What is in the repository before anybody works on it. */
export const SHOP_FILES: Readonly<Record<string, string>> = {
  "routes.txt": "GET / -> home.js\n",
  "check.sh": `# Every file that a route names must be there.
status=0
while read -r method path arrow file; do
  [ "$file" = home.js ] || [ -f "$file" ] || { echo "routes.txt: $method $path leads to $file, which is missing"; status=1; }
done < routes.txt
exit $status
`,
};

export const AGENTS_YAML = `tasks:
  design:
    - - say: reading the wish list
      - write: { path: DESIGN.md, text: "# Shop\\n\\nAll money is in cents.\\n" }
      - usage: { tokens: 1200, usd: 0.02 }
      - result: { decisions: ["all money is in cents"] }
  api:                                   # crashes once; later its route meets that of the page in the merge
    - - write: { path: api.js, text: "// half an API\\n" }
      - sleep: 0.6
      - crash
    - - say: half of it is there already, continuing
      - sleep: 5
      - write: { path: api.js, text: "export const api = () => 'all of it';\\n" }
      - write: { path: routes.txt, text: "GET / -> home.js\\nGET /api -> api.js\\n" }
      - usage: { tokens: 5400, usd: 0.09 }
      - result: { files_created: [api.js], files_modified: [routes.txt] }
    - - say: both routes belong here
      - resolve: routes.txt
      - usage: { tokens: 700, usd: 0.01 }
      - result: { files_modified: [routes.txt] }
  page:                                  # says done too early; the gate knows better
    - - say: drawing
      - sleep: 0.5
      - write: { path: routes.txt, text: "GET / -> home.js\\nGET /shop -> page.js\\n" }
      - usage: { tokens: 3100, usd: 0.05 }
      - result: { files_modified: [routes.txt] }
    - - say: the page itself was missing
      - write: { path: page.js, text: "export const page = () => '<h1>shop</h1>';\\n" }
      - resolve: routes.txt              # should it be the one that comes second
      - usage: { tokens: 800, usd: 0.01 }
      - result: { files_created: [page.js] }
  docs:                                  # answers in the wrong form once
    - - sleep: 0.4
      - result: "I wrote the docs, they are great!"
    - - write: { path: docs.md, text: "# Shop\\n" }
      - result: { files_created: [docs.md] }
  schema:                                # falls, and takes with it those who were started after it
    - [sleep: 1, crash]
    - [sleep: 0.5, write: { path: schema.sql, text: "create table item (id integer primary key);\\n" }, result: {}]
  seed:
    - [say: filling an empty schema, hang]
    - [sleep: 1, write: { path: seed.sql, text: "insert into item values (1);\\n" }, result: {}]
  report:
    - [say: waiting for numbers, hang]
    - [sleep: 1, write: { path: report.sql, text: "select count(*) from item;\\n" }, result: {}]
  prices:                                # does not guess
    - - sleep: 0.3
      - result: { status: blocked, blocked_reason: ambiguous_spec, uncertain_about: "Are prices shown with or without tax?", options: [with tax, without tax], attempted: "read the wish list" }
    - [sleep: 0.5, write: { path: prices.js, text: "export const tax = 'included';\\n" }, result: {}]
  ship:
    - [say: everything is there, write: { path: NOTES.md, text: "# 1.0\\n" }, usage: { tokens: 900, usd: 0.01 }, result: {}]
`;
