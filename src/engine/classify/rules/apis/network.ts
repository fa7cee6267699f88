/** Rules for a network that is not there: errno names, DNS, TLS, proxies, cut streams. Data only. */
import type { Rule } from "../../rule.ts";
import { host } from "../shapes.ts";

export const NETWORK_RULES: readonly Rule[] = [
  {
    // Who is asked for a host does not answer: that host was never asked.
    class: "network",
    strength: "certain",
    has: "proxyconnect",
    match: /proxyconnect tcp: dial tcp:? (?:lookup )?(?<s>[\w.-]+(?::\d+)?)/i,
  },
  { class: "network", strength: "certain", has: "winerror 10060|winerror 10061", match: /\bWinError 1006[01]\b/i },
  {
    class: "network",
    strength: "strong",
    has: "failed to download from",
    match: /failed to download from [`'"]?https?:\/\/(?<s>[\w.-]+)/i,
    unless: /\b[45]\d\d\b/,
  },
  {
    // A page for people where an API answers: a proxy, a login of the network, a server that is being replaced.
    class: "network",
    strength: "certain",
    has: "token '<'|token <|character '<'|text/html|<!doctype|<html",
    match:
      /unexpected token '?<'?.{0,80}\bjson\b|invalid character '<' looking for beginning of value|unexpected content[- ]type:? ['"(]?text\/html|\b(?:json|api|response|decod\w+|pars\w+)\b.{0,60}<(?:!doctype|html)\b/i,
    unless: /\.json\b/i,
    subject: host,
  },
  {
    class: "network",
    strength: "certain",
    has: "server misbehaving|was refused|newconnectionerror",
    match:
      /lookup (?<s>[\w.-]+)(?: on \S+)?: server misbehaving|connection to the server \S+ was refused|NewConnectionError.{0,200}(?:name resolution|refused|unreachable)/i,
    subject: host,
  },
  {
    class: "network",
    strength: "certain",
    has: "dial tcp|connectex|connected host|client.timeout|waiting for connection",
    match:
      /dial tcp.{0,120}(?:i\/o timeout|refused|unreachable|connectex|no route|reset)|connectex: |connected (?:host has failed|party did not)|client\.timeout exceeded|request canceled while waiting for connection/i,
    subject: host,
  },
  {
    class: "network",
    strength: "certain",
    has: "connectionpool(host=",
    match: /connectionpool\(host=['"](?<s>[\w.-]+)['"].{0,60}(?:timed out|max retries)/i,
  },
  {
    class: "network",
    strength: "strong",
    has: "early eof|rpc failed|upstream connect error",
    match: /\bearly eof\b|upstream connect error|rpc failed; (?:curl|http)/i,
    subject: host,
  },
  {
    class: "network",
    strength: "certain",
    has: "getaddrinfo|enotfound|eai_again",
    match: /getaddrinfo (?:ENOTFOUND|EAI_AGAIN) ?(?<s>[\w.-]+)?|\b(?:ENOTFOUND|EAI_AGAIN)\b/,
    subject: host,
  },
  {
    class: "network",
    strength: "certain",
    has: "could not resolve host|name or service not known|temporary failure in name resolution|no such host|nodename nor servname|name resolution|failed to resolve|dns error|could not resolve proxy|name_not_resolved|unknownhostexception|failed to lookup address",
    match:
      /could not resolve (?:host|proxy)(?:name)?:? ?['"]?(?<s>[\w.-]+)?|lookup (?<t>[\w.-]+)(?: on \S+)?: (?:no such host|temporary|i\/o)|name or service not known|name resolution|no such host|nodename nor servname|dns error|name_not_resolved|unknownhostexception:? ?(?<u>[\w.-]+)?|failed to resolve '?(?<v>[\w-]+(?:\.[\w-]+)+)|failed to lookup address/i,
    subject: host,
  },
  {
    class: "network",
    strength: "strong",
    has: "econnreset|econnrefused|enetunreach|ehostunreach|econnaborted|enetdown|epipe|und_err_|err_socket|err_network|err_connection|err_internet|econnection",
    match:
      /\b(?:ECONNRESET|ECONNREFUSED|ENETUNREACH|EHOSTUNREACH|ECONNABORTED|ENETDOWN|EPIPE|UND_ERR_\w+|ERR_SOCKET\w*|ERR_NETWORK\w*|ERR_CONNECTION\w*|ERR_INTERNET\w*)\b/,
    subject: host,
  },
  {
    class: "network",
    strength: "strong",
    has: "etimedout|esockettimedout|err_timed_out",
    match: /\bE(?:SOCKET)?TIMEDOUT\b|ERR_TIMED_OUT/,
    subject: host,
  },
  {
    class: "network",
    strength: "strong",
    has: "connect",
    match:
      /connection (?:was |has been |is )?(?:refused|reset|aborted|timed out|closed|lost|dropped|broken|terminated|error|failed|interrupted)|(?:could not|cannot|can(?:'|’)t|unable to|failed to) (?:connect|establish (?:a )?(?:new )?connection)|connection(?:error|refusederror|reseterror|abortederror)|remote end closed connection|no connection could be made|connection_failed/i,
    unless: /database|postgres|mysql|redis|mongo|docker daemon|\.sock\b|prisma/i,
    subject: host,
  },
  {
    class: "network",
    strength: "fair",
    has: "connection refused|could not connect|can't reach database|can't connect to|connection to server",
    match:
      /connection refused|could not connect|can(?:'|’)t reach database server at [`'"]?(?<s>[\w.:-]+)|can(?:'|’)t connect to|connection to server(?: at ["'](?<t>[^"']+))?/i,
    subject: host,
  },
  {
    class: "network",
    strength: "strong",
    has: "fetch failed|failed to fetch|network error|networkerror|network is unreachable|socket hang up|network request failed|no route to host|network connectivity|internet connection|waiting for network|could not connect|network unreachable|unable to access",
    match:
      /fetch failed|failed to fetch|network ?error|network (?:is )?unreachable|socket hang up|network request failed|no route to host|network connectivity|internet connection|waiting for network|unable to access '(?<s>https?:\/\/[^/']+)/i,
    unless: /error: 4\d\d/i,
    subject: host,
  },
  {
    class: "network",
    strength: "certain",
    has: "maxretryerror|newconnectionerror|readtimeouterror|connecttimeout|proxyerror|sslerror|protocolerror|incompleteread|chunkedencodingerror|remotedisconnected|clientconnectorerror|apiconnectionerror",
    match:
      /(?:maxretry|newconnection|readtimeout|proxy|ssl|protocol|chunkedencoding|clientconnector|apiconnection)error|connecttimeout|incompleteread|remotedisconnected/i,
    subject: host,
  },
  {
    class: "network",
    strength: "strong",
    has: "ssl|tls|handshake",
    match:
      /(?:tls|ssl)[ _]?(?:handshake|connection|protocol|routines).{0,30}(?:fail|error|timeout|closed|timed out)|handshake (?:failure|timeout)|ssl_error|gnutls_handshake|tls connection was non-properly/i,
    subject: host,
  },
  {
    class: "network",
    strength: "strong",
    has: "stream|premature close|error reading|error decoding",
    // A stream that ends with a status was answered: the status tells why.
    unless: /status(?: code)?:? [45]\d\d/i,
    match:
      /stream (?:was |has been )?(?:disconnected|closed|interrupted|reset|aborted|cut)(?: before| unexpectedly)?|stream disconnected|stream error|http2? stream|premature close|error (?:reading|decoding) (?:the )?(?:response|stream)/i,
  },
  {
    class: "network",
    strength: "fair",
    has: "premature close|unexpected eof|early eof|the remote end hung up|terminated|aborted|error decoding response body|error sending request|hang up|hung up|body timeout|bodytimeout",
    match:
      /premature close|unexpected eof (?:while )?reading|(?:https?:\/\/|upstream|stream).{0,200}: (?:unexpected )?eof$|remote end hung up|error decoding response body|error sending request|typeerror: terminated|body ?timeout/i,
    subject: host,
  },
  {
    class: "network",
    strength: "fair",
    has: "i/o timeout|connect timeout|connection timeout|tls handshake timeout|context deadline exceeded|timeout awaiting",
    match:
      /dial tcp.{0,60}(?:i\/o timeout|refused|unreachable)|connect(?:ion)? timeout|tls handshake timeout|timeout awaiting response headers/i,
    subject: host,
  },
  {
    class: "network",
    strength: "fair",
    has: "proxy|tunneling socket",
    match:
      /proxy (?:error|authentication required|connect(?:ion)? (?:failed|aborted|refused)|tunnel)|tunneling socket could not be established|407 proxy/i,
    subject: host,
  },
  {
    class: "network",
    strength: "strong",
    has: "npm|registry",
    match:
      /npm (?:err!|error) (?:network|code e(?:connreset|connrefused|timedout|notfound|ai_again|socket\w*|rr_socket\w*))|npm registry.{0,40}(?:unreachable|not reachable|unavailable|down|could not)|registry (?:is )?(?:unreachable|not reachable|returned an error)/i,
    subject: { ...host, else: { is: "npm registry" } },
  },
  {
    // It lies on this machine and does not come back by itself.
    class: "network",
    restart: "terminal",
    strength: "certain",
    has: "cannot connect to the docker daemon|docker daemon",
    match: /cannot connect to the docker daemon|is (?:the|your) docker daemon (?:up and )?running/i,
    // On another host it is one that does not answer.
    unless: /tcp:\/\//,
    subject: { is: "docker" },
  },
];
