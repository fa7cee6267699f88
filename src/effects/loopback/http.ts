/**
 * `node:http`, taken without an import: an `import` reads every export there is, and one of them loads Node's whole web
 * client (fetch, WebSocket, HTTP/2), which costs a start 25 ms and is never used here.
 */
export const http = process.getBuiltinModule("node:http");
