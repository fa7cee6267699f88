/** Missing modules and names in compiled languages and Ruby. */
import { type CauseCase, seen } from "./cause-case.ts";

export const LANGUAGE_CASES: readonly CauseCase[] = [
  {
    cause: "the go module file",
    kind: "scaffolding",
    failures: [
      seen(
        "import_error",
        "main.go:4:2: no required module provides package example.org/queue: go.mod file not found in current directory or any parent directory; see 'go help modules'",
        { tool: "go" },
      ),
      seen(
        "file_not_found",
        "go: go.mod file not found in current directory or any parent directory; see 'go help modules'",
        { tool: "go" },
      ),
    ],
  },
  {
    cause: "a Go package",
    kind: "missing_foundation",
    failures: [
      seen("import_error", [
        "worker.go:9:2: no required module provides package example.org/queue; to add it:",
        "\tgo get example.org/queue",
      ]),
      seen("import_error", 'worker_test.go:5:2: cannot find package "example.org/queue" in any of:'),
    ],
  },
  {
    cause: "a Go symbol",
    kind: "code",
    failures: [
      seen("type_error", [
        "# example.org/store",
        "store/put.go:12:9: undefined: encodeKey",
        "store/put.go:30:9: undefined: encodeKey",
      ]),
      seen("import_error", [
        "# example.org/store [example.org/store.test]",
        "store/put_test.go:4:2: undefined: encodeKey",
      ]),
    ],
  },
  {
    cause: "a Rust module",
    kind: "missing_foundation",
    failures: [
      seen("import_error", ["error[E0432]: unresolved import `crate::wire`", " --> src/main.rs:3:5"], {
        tool: "cargo",
      }),
      seen("import_error", ["error[E0583]: file not found for module `wire`", " --> src/lib.rs:1:1"], {
        tool: "cargo",
      }),
    ],
  },
  {
    cause: "a Java package",
    kind: "missing_foundation",
    failures: [
      seen("import_error", "src/main/java/Shop.java:[3,28] error: package org.acme.rates does not exist"),
      seen("import_error", "App.java:3: error: package org.acme.rates does not exist"),
    ],
  },
  {
    cause: "a Ruby library",
    kind: "missing_foundation",
    failures: [
      seen("import_error", "cannot load such file -- rackety (LoadError)"),
      seen("import_error", "<internal:kernel>:37:in `require': cannot load such file -- rackety (LoadError)"),
    ],
  },
  {
    cause: "a Perl module",
    kind: "missing_foundation",
    failures: [
      seen("import_error", "Can't locate Ledger/Tariff.pm in @INC (you may need to install the Ledger::Tariff module)"),
      seen("test_failure", [
        "t/bill.t .. 1/?",
        "Can't locate Ledger/Tariff.pm in @INC (@INC contains: lib) at t/bill.t line 4.",
      ]),
    ],
  },
  {
    cause: "a Java package, as Maven tells it",
    kind: "missing_foundation",
    failures: [
      seen("import_error", "[ERROR] /w/src/Cart.java:[4,21] package org.acme.taxes does not exist"),
      seen("import_error", "Cart.java:9: error: package org.acme.taxes does not exist"),
    ],
  },
  {
    cause: "a linter's plugin",
    kind: "missing_foundation",
    failures: [
      seen("config_error", 'ESLint couldn\'t find the plugin "eslint-plugin-tidy".'),
      seen("import_error", "Failed to load plugin 'tidy': Cannot find module 'eslint-plugin-tidy'"),
    ],
  },
  {
    cause: "a helper that no test finds",
    kind: "code",
    failures: [
      seen("type_error", "TypeError: makeCart is not a function"),
      seen("type_error", "ReferenceError: makeCart is not defined"),
    ],
  },
];
