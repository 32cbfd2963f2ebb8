import { AddressRefused } from '../address/address-rules.ts';

/** The reasons by the code of an error of Node.js or undici. */
const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection-refused',
  ECONNRESET: 'connection-reset',
  EPIPE: 'connection-reset',
  UND_ERR_SOCKET: 'connection-reset',
  ETIMEDOUT: 'timeout',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  UND_ERR_BODY_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_OVERFLOW: 'response-unreadable',
  EHOSTUNREACH: 'host-unreachable',
  ENETUNREACH: 'host-unreachable',
  ENOTFOUND: 'host-unknown',
  EAI_AGAIN: 'host-unresolved',
};

/** The reason of a call without a response. A refused address has the rule that it broke. */
export function classifyError(error: unknown): string {
  if (error instanceof AddressRefused) return error.rule;
  if (!(error instanceof Error)) return 'connection-failed';
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return 'timeout';
  if (error instanceof AggregateError && error.errors.length > 0) return classifyError(error.errors[0]);
  const code = 'code' in error ? String(error.code) : '';
  if (code.startsWith('HPE_') || error.name === 'HTTPParserError') return 'response-unreadable';
  if (/CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO_/.test(code)) return 'tls-failed';
  return reasons[code] ?? (error.cause === undefined ? 'connection-failed' : classifyError(error.cause));
}
