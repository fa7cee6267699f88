/** The thread in which files are held against schemas: one question, one answer. It may be ended at any moment. */
import { parentPort, workerData } from "node:worker_threads";
import { judgeText, type NamedText } from "./judge-text.ts";

const { data, schema } = workerData as { readonly data: NamedText; readonly schema: NamedText | null };
parentPort?.postMessage(judgeText(data, schema));
