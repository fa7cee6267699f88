/** Results in the forms that a CI understands. */
export { junitText } from "../../systems/checkpoint/report/junit.ts";
export { sarifOf } from "../../systems/checkpoint/report/sarif.ts";
