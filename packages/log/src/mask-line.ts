import { mask } from './mask.ts';
import { maskText } from './mask-text.ts';

/** Members whose value is never shown, whatever it looks like, at any depth. */
const secretMember =
  /"(?:x-api-key|authorization|proxy-authorization|cookie|set-cookie|api-?key|password|secret|token|federalTaxId|msisdn|icc-?id|imsi)":"(?:[^"\\]|\\.)+"/gi;

/** Secrets of a SIM. A PIN may also be a number, and the member may stand in JSON within a string. */
const simSecret = '(?:ki?|opc?|pin\\d?|puk\\d?|adm\\d?|kic|kid|kik)';
const simMember = new RegExp(`"${simSecret}":(?:"(?:[^"\\\\]|\\\\.)+"|-?\\d[\\d.eE+-]*)`, 'gi');
const simMemberInText = new RegExp(`(\\\\+"${simSecret}\\\\+":\\s*)(?:(\\\\+")[^"\\\\]+|-?\\d[\\d.eE+-]*)`, 'gi');

/** A trace id, which looks like a key and is none; a JSON string; or a bare number long enough to be somebody's. */
const tokens = /"(?:trace_?id|traceparent)":"[\da-f-]+"|"(?:[^"\\]|\\.)*"|-?\d{10,}(?:\.\d+)?/gi;
const traceId = /^"trace/i;

/** One of these must be in a line that needs a closer look. Most lines have none, and cost one search. */
const suspicious =
  /\d{10}|lw_|(?:Basic|Bearer|ApiKey) |:\/\/|[\dA-Z]{3}-\d{2}(?![\d-])|(?:\+|%2[Bb])\d|[\dA-Z]{12}\d{2}|\d{4}(?:[ +-]|%20)\d{4}|[\da-fA-F]{32}|(?:[Pp][Ii][Nn]|[Pp][Uu][Kk]|[Aa][Dd][Mm])\d?\W{1,5}\d{4}/;

/**
 * A finished log line (JSON), masked as `maskText` does. It looks at the line and not at the fields, so that it does not
 * matter how something came into it. The answer is JSON again.
 */
export function maskLine(line: string): string {
  const named = line.replace(secretMember, hideMember).replace(simMember, hideMember).replace(simMemberInText, '$1$2[hidden]');
  return suspicious.test(named) ? named.replace(tokens, maskToken) : named;
}

function hideMember(member: string): string {
  return `${member.slice(0, member.indexOf('":') + 2)}"[hidden]"`;
}

function maskToken(token: string): string {
  if (traceId.test(token) && token.includes('":"')) return token;
  // A bare number becomes a string: stars are no number.
  return token.startsWith('"') ? maskText(token) : `"${mask(token)}"`;
}
