/** Missing modules, packages and names, as the tools of many languages tell it. */
import { type CauseCase, HOME, MAC, SCRATCH, seen } from "./cause-case.ts";

const tsc = { tool: "tsc" };

export const MODULE_CASES: readonly CauseCase[] = [
  {
    cause: "the project's module storage/ledger",
    kind: "missing_foundation",
    failures: [
      seen(
        "import_error",
        "src/api/pay.ts(3,24): error TS2307: Cannot find module '../storage/ledger' or its corresponding type declarations.",
        tsc,
      ),
      seen("import_error", [
        `Error: Cannot find module '${HOME}/shop/src/storage/ledger.js'`,
        "Require stack:",
        `- ${HOME}/shop/src/main.js`,
      ]),
      seen(
        "import_error",
        "Error [ERR_MODULE_NOT_FOUND]: Cannot find module '/app/dist/../src/storage/ledger.ts' imported from /app/src/jobs/nightly.ts",
      ),
      seen("import_error", ['✘ [ERROR] Could not resolve "@/storage/ledger"', "", "    src/ui/cart.tsx:7:24:"], {
        tool: "esbuild",
      }),
      seen("import_error", "", { subject: "src/storage/ledger.ts" }),
      seen(
        "test_failure",
        [
          "FAIL src/pay.test.ts",
          'Error: Failed to resolve import "./storage/ledger" from "src/pay.ts". Does the file exist?',
        ],
        { tool: "vitest" },
      ),
    ],
  },
  {
    cause: "another module of the same folder",
    kind: "missing_foundation",
    failures: [
      seen(
        "import_error",
        "src/api/pay.ts(4,20): error TS2307: Cannot find module '../storage/journal' or its corresponding type declarations.",
        tsc,
      ),
      seen("import_error", `Cannot find module '${MAC}/code/shop/src/storage/journal'`),
    ],
  },
  {
    cause: "a module of the same name in another package of the repository",
    kind: "missing_foundation",
    failures: [
      seen("import_error", "Error: Cannot find module '/app/packages/billing/src/ledger.js'"),
      seen("import_error", `Error: Cannot find module '${SCRATCH}/packages/billing/src/ledger'`),
    ],
  },
  {
    cause: "the npm package fastify",
    kind: "missing_foundation",
    failures: [
      seen(
        "import_error",
        "Error [ERR_MODULE_NOT_FOUND]: Cannot find package 'fastify' imported from /app/src/server.js",
      ),
      seen(
        "import_error",
        "src/server.ts:1:20 - error TS2307: Cannot find module 'fastify' or its corresponding type declarations.",
        tsc,
      ),
      seen("import_error", "Module not found: Error: Can't resolve 'fastify/lib/errors' in '/app/src'", {
        tool: "webpack",
      }),
    ],
  },
  {
    cause: "a module of the project that is called like a package",
    kind: "missing_foundation",
    failures: [
      seen("import_error", "src/main.ts(1,20): error TS2307: Cannot find module './plugins/fastify'.", tsc),
      seen("import_error", 'Failed to resolve import "./plugins/fastify" from "src/main.ts"', { tool: "vite" }),
    ],
  },
  {
    cause: "a scoped package",
    kind: "missing_foundation",
    failures: [
      seen(
        "import_error",
        "error TS2307: Cannot find module '@acme/tokens' or its corresponding type declarations.",
        tsc,
      ),
      seen("import_error", `Error: Cannot find module '${HOME}/web/node_modules/@acme/tokens/dist/index.js'`),
    ],
  },
  {
    cause: "what a bundler brings for each system",
    kind: "environment",
    failures: [
      seen("import_error", "Error: Cannot find module '@parcel/watcher-linux-x64-glibc'"),
      seen("import_error", "Error: Cannot find module @parcel/watcher-darwin-arm64. Try to install again."),
    ],
  },
  {
    cause: "the Python module app.mailer",
    kind: "missing_foundation",
    failures: [
      seen("import_error", [
        "Traceback (most recent call last):",
        '  File "manage.py", line 3, in <module>',
        "ModuleNotFoundError: No module named 'app.mailer'",
      ]),
      seen("import_error", "E   ModuleNotFoundError: No module named 'app.mailer'", { tool: "pytest" }),
      seen("import_error", "ImportError: No module named mailer"),
    ],
  },
  {
    cause: "a Python package whose last part is another package's name",
    kind: "missing_foundation",
    failures: [
      seen("import_error", "ModuleNotFoundError: No module named 'kitchen.mailer'"),
      seen("import_error", "E   ModuleNotFoundError: No module named 'kitchen.mailer'"),
    ],
  },
  {
    cause: "a name that a Python package gave up",
    kind: "code",
    failures: [
      seen(
        "import_error",
        "ImportError: cannot import name 'escape_html' from 'tinytags' (/app/venv/lib/python3.12/site-packages/tinytags/__init__.py)",
      ),
      seen(
        "import_error",
        "ImportError: cannot import name 'escape_html' from 'tinytags' (/opt/venv/lib/python3.11/site-packages/tinytags/__init__.py)",
      ),
      seen("crash", "AttributeError: module 'tinytags' has no attribute 'escape_html'"),
    ],
  },
  {
    cause: "another name of that package",
    kind: "code",
    failures: [
      seen(
        "import_error",
        "ImportError: cannot import name 'Markup' from 'tinytags' (/app/venv/lib/python3.12/site-packages/tinytags/__init__.py)",
      ),
    ],
  },
  {
    cause: "a module of the project that is unfinished",
    kind: "missing_foundation",
    failures: [
      seen(
        "import_error",
        "src/a.ts:1:10 - error TS2305: Module '\"./models/order\"' has no exported member 'Order'.",
        tsc,
      ),
      seen(
        "type_error",
        "src/b.ts:1:10 - error TS2305: Module '\"./models/order\"' has no exported member 'OrderLine'.",
        tsc,
      ),
    ],
  },
];
