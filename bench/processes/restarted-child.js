/** The child that every supervisor is given: says that it runs, and when, and stays. Plain JavaScript: it starts at once. */
import { appendFileSync } from "node:fs";

appendFileSync(process.env.BENCH_LOG, `${process.pid} ${process.hrtime.bigint()}\n`);
setInterval(() => {}, 2 ** 30);
