/** Rules for the machine under the work: memory, disk, crashes, taken ports, and how a process ended. Data only. */
import type { Rule } from "../../rule.ts";

export const MACHINE_RULES: readonly Rule[] = [
  {
    class: "crash",
    restart: "persistent",
    strength: "certain",
    has: "nil pointer|runtime error: ",
    match: /nil pointer dereference|^panic: runtime error: /i,
  },
  {
    class: "crash",
    strength: "strong",
    has: "139|134",
    match: /exit(?:ed)?(?: with)?(?: status| code)?[ :=(]*13[49]\b/i,
  },
  {
    class: "out_of_memory",
    strength: "certain",
    inTests: true,
    has: "allocation failed",
    match: /(?:buffer|heap|memory|limit) allocation failed|invalid array (?:buffer )?length/i,
  },
  {
    class: "crash",
    strength: "fair",
    has: "core dumped|sigabrt|aborted",
    match: /core dumped|\bsigabrt\b|^aborted\b/i,
  },
  {
    class: "out_of_memory",
    strength: "certain",
    inTests: true,
    has: "java heap space|gc overhead limit|heap out of memory|oomkilled|out of memory: kill|oom-kill|oom killer|java.lang.outofmemoryerror|std::bad_alloc|cuda out of memory|err_worker_out_of_memory|ineffective mark-compacts|cannot allocate memory|enomem|memory cgroup out of memory|outofmemoryerror|memory cgroup",
    match:
      /java heap space|gc overhead limit|heap out of memory|oom-?kill|oom killer|out of memory: kill|outofmemoryerror|std::bad_alloc|cuda out of memory|err_worker_out_of_memory|ineffective mark-compacts|cannot allocate memory|\benomem\b|memory cgroup/i,
  },
  {
    class: "out_of_memory",
    strength: "strong",
    inTests: true,
    has: "memoryerror|unable to allocate|out of memory|memory limit|memory exhausted|ran out of memory|allowed memory size|not enough memory|insufficient memory",
    match:
      /\b\w*memoryerror\b|unable to allocate [\d.]+ [kmgt]i?b|\bout of memory\b|(?:exceed\w*|over|reached) (?:the )?(?:\w+ )?memory limit|memory (?:limit (?:exceeded|reached)|exhausted)|allowed memory size of \d+ bytes exhausted|not enough memory|insufficient memory/i,
  },
  {
    class: "out_of_memory",
    strength: "certain",
    has: "sigkill|signal: 9",
    // A compiler that is killed once is killed again: what it compiles does not get smaller.
    match:
      /process didn['’]t exit successfully: `(?:\S*\/)?(?<s>rustc|cc1plus|cc1|clang|ld|lld|node|javac|tsc|esbuild)\b.*sigkill/i,
  },
  {
    class: "out_of_memory",
    restart: "transient",
    strength: "strong",
    inTests: true,
    has: "137|signal: killed|sigkill|killed|signal: 9",
    match:
      /(?:exit(?:ed)?(?: with)?(?: status| code)?|code|status)[ :=(]*137\b|signal: 9|signal: killed|sigkill|^(?:\S+: )?(?:line \d+: +\d+ )?killed\b(?! by)|\bkilled$/i,
  },
  {
    class: "disk_full",
    strength: "certain",
    inTests: true,
    has: "watermark|enospc|no space left|disk quota exceeded|edquot|disk is full|disk full|not enough space on the disk|not enough space|not enough disk|database or disk is full",
    match:
      /disk (?:usage )?.{0,40}watermark|watermark.{0,20} exceeded|\benospc\b|no space left|disk quota exceeded|\bedquot\b|disk (?:is )?full|not enough (?:disk )?space/i,
    unless: /watch|inotify/i,
  },
  {
    class: "config_error",
    strength: "certain",
    inTests: true,
    has: "file watchers|inotify|watch|enospc",
    match:
      /number of file watchers|inotify (?:watch|instances)|max_user_watches|enospc.{0,60}watch|watch.{0,60}enospc/i,
    subject: { is: "inotify watchers" },
  },
  {
    // A limit of the machine, as the one of file watchers: somebody has to raise it.
    class: "config_error",
    strength: "strong",
    inTests: true,
    has: "emfile|enfile|too many open files",
    match: /\be[mn]file\b|too many open files/i,
    subject: { is: "open files" },
  },
  {
    class: "unknown",
    restart: "transient",
    strength: "certain",
    inTests: true,
    has: "connection in use|eaddrinuse|address already in use|port is already|already in use|already allocated|address in use|port ",
    match:
      /eaddrinuse|connection in use: |address (?:already )?in use|port (?:\d+ )?is (?:already )?(?:in use|allocated|taken|being used)|port is already allocated/i,
    subject: {
      near: /(?:port:? |(?:listen|bind|tcp|udp)\w* (?:\w+ )?:|:::|:\[::\]:|\d\.\d\.\d\.\d:|localhost:|\*:|port["']?: |\d\.\d', )(?<s>\d{2,5})\b/i,
      as: "port *",
      back: 3,
      ahead: 8,
    },
  },
  {
    class: "unknown",
    restart: "transient",
    strength: "certain",
    inTests: true,
    has: "database is locked|sqlite_busy|database table is locked|database schema is locked",
    subject: { is: "database is locked" },
  },
  {
    class: "unknown",
    restart: "transient",
    strength: "strong",
    inTests: true,
    has: "deadlock|lock wait timeout|resource temporarily unavailable|eagain|resource busy|ebusy|text file busy|etxtbsy|could not serialize access|blocking waiting for file lock",
    match:
      /deadlock (?:detected|found)|lock wait timeout|resource (?:temporarily unavailable|busy)|\b(?:eagain|ebusy|etxtbsy)\b|text file busy|could not serialize access/i,
  },
  {
    class: "unknown",
    restart: "transient",
    strength: "strong",
    has: "could not get lock|unable to acquire|unable to lock|failed to lock",
    match:
      /could not get lock (?<s>[\w./-]+\w)|unable to acquire the .{0,40}lock|unable to lock (?:the )?(?:directory|database)|failed to lock (?<t>\/[\w./-]+\w)/i,
  },
  {
    class: "crash",
    strength: "strong",
    has: "disappeared unexpectedly|exit value 143|code 143",
    match: /daemon disappeared unexpectedly|(?:exit value|exited with code) 143\b/i,
  },
  {
    class: "crash",
    strength: "certain",
    inTests: true,
    has: "worker",
    match:
      /worker(?: process| thread)?\b.{0,40}(?:terminated by another process|exited before responding|(?:crashed|quit|exited|closed) unexpectedly|failed with code null)|worker exited with signal/i,
  },
  {
    class: "crash",
    strength: "certain",
    has: "segmentation fault|sigsegv|bun has crashed|illegal instruction|sigill|sigbus|bus error|sigtrap|trace/breakpoint trap|(?<!error or )access violation|stack smashing|double free|heap corruption|general protection fault",
    match:
      /segmentation fault|(?<!signal )sig(?:segv|ill|bus|trap)\b|bun has crashed|illegal instruction|bus error|breakpoint trap|(?<!error or )access violation|stack smashing|double free|heap corruption|general protection fault/i,
    subject: { near: /(?<s>\bbun\b)(?: v?\d| has crashed)|^(?:\S*\/)?(?<t>[\w.-]+): line \d+:/i, back: 8, ahead: 8 },
    unless: /heap out of memory/i,
  },
  {
    class: "crash",
    restart: "persistent",
    strength: "strong",
    has: "internal compiler error|ggml_assert|compiler unexpectedly panicked|typescript/lib/",
    // The last: where Node stopped, before it says by what.
    match:
      /internal compiler error(?!: killed)|GGML_ASSERT\([^\n]{1,200}\) failed|compiler unexpectedly panicked|^\S*typescript\/lib\/_?(?<s>tsc)\.js:\d+$/i,
  },
  {
    class: "crash",
    strength: "strong",
    has: "fatal error in|fatal runtime error|unreachable code|internal compiler error|internal error|uncaught exception|unhandled exception|native stack trace|check failed|stack overflow|overflowed its stack",
    match:
      /# fatal error in|fatal runtime error|internal compiler error: killed|fatal: (?:unhandled|uncaught)|has overflowed its stack|stack overflow|check failed: /i,
  },
  {
    class: "crash",
    restart: "persistent",
    strength: "weak",
    has: "panic:|panicked at|maximum call stack|recursionerror",
    match: /^panic: (?!test timed out)|panicked at |maximum call stack size exceeded|recursionerror/i,
  },
  { class: "out_of_memory", restart: "transient", strength: "hint", exit: { codes: [137], signals: ["SIGKILL"] } },
  {
    class: "crash",
    strength: "hint",
    exit: {
      codes: [139, 134, 132, 135, 136],
      signals: ["SIGSEGV", "SIGABRT", "SIGILL", "SIGBUS", "SIGFPE", "SIGTRAP"],
    },
  },
  { class: "timeout", strength: "hint", exit: { codes: [124] } },
  { class: "file_not_found", restart: "terminal", strength: "hint", exit: { codes: [127] } },
  { class: "permission", strength: "hint", exit: { codes: [126] } },
  {
    class: "max_turns",
    strength: "weak",
    exit: { codes: [53, 55] },
    tools: ["gemini-cli", "gemini", "qwen-code", "qwen"],
  },
  { class: "auth", strength: "weak", exit: { codes: [145, 147] }, tools: ["gemini-cli", "gemini"] },
  { class: "rate_limit", strength: "weak", exit: { codes: [173] }, tools: ["gemini-cli", "gemini"] },
  { class: "overloaded", strength: "weak", exit: { codes: [244, 247] }, tools: ["gemini-cli", "gemini"] },
  { class: "session_corrupt", strength: "hint", exit: { codes: [42] }, tools: ["gemini-cli", "gemini"] },
];
