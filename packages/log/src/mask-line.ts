import { mask } from './mask.ts';
import { maskText } from './mask-text.ts';

/** Members whose value is never shown, whatever it looks like, at any depth. */
const secretMember =
  /"(?:x-api-key|authorization|proxy-authorization|cookie|set-cookie|api-?key|password|secret|token|federalTaxId|msisdn|icc-?id|imsi)":"(?:[^"\\]|\\.)+"/gi;

/** A JSON string, or a bare number long enough to be somebody's. */
const tokens = /"(?:[^"\\]|\\.)*"|-?\d{10,}(?:\.\d+)?/g;

/** One of these must be in a line that needs a closer look. Most lines have none, and cost one search. */
const suspicious = /\d{10}|lw_|(?:Basic|Bearer|ApiKey) |:\/\/|[\dA-Z]{3}-\d{2}(?![\d-])|(?:\+|%2[Bb])\d|[\dA-Z]{12}\d{2}|\d{4}(?:[ +-]|%20)\d{4}/;

/**
 * A finished log line (JSON), masked as `maskText` does. It looks at the line and not at the fields, so that it does not
 * matter how something came into it. The answer is JSON again.
 */
export function maskLine(line: string): string {
  const named = line.replace(secretMember, hideMember);
  return suspicious.test(named) ? named.replace(tokens, maskToken) : named;
}

function hideMember(member: string): string {
  return `${member.slice(0, member.indexOf('":"') + 3)}[hidden]"`;
}

function maskToken(token: string): string {
  // A bare number becomes a string: stars are no number.
  return token.startsWith('"') ? maskText(token) : `"${mask(token)}"`;
}
