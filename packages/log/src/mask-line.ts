import { mask } from './mask.ts';
import { maskText } from './mask-text.ts';
import { visibleJson } from './visible-text.ts';

/** Members whose value is always masked, at any depth. */
const secretMember =
  /"(?:x-api-key|authorization|proxy-authorization|cookie|set-cookie|api-?key|password|secret|token|federalTaxId|msisdn|icc-?id|imsi)":"(?:[^"\\]|\\.)+"/gi;

/** Secrets of a SIM. A PIN may be a number, and the member may be in JSON inside a string. */
const simSecret = '(?:ki?|opc?|pin\\d?|puk\\d?|adm\\d?|kic|kid|kik)';
const simMember = new RegExp(`"${simSecret}":(?:"(?:[^"\\\\]|\\\\.)+"|-?\\d[\\d.eE+-]*)`, 'gi');
const simMemberInText = new RegExp(`(\\\\+"${simSecret}\\\\+":\\s*)(?:(\\\\+")[^"\\\\]+|-?\\d[\\d.eE+-]*)`, 'gi');

/**
 * A trace id, which looks like a key but is none; ids of key pairs, which may look like a number of a person; a JSON
 * string; or a number long enough to identify a person.
 */
const tokens =
  /"(?:trace_?id|traceparent)":"[\da-f-]+"|"key_?ids?":\[?"[\da-f]{16}"(?:,"[\da-f]{16}")*|"(?:[^"\\]|\\.)*"|-?\d{10,}(?:\.\d+)?/gi;
const ownId = /^"(?:trace|key)\w*":/i;

/** Only lines that match need masking. Most lines do not match, so they cost one search. */
const suspicious = new RegExp(
  [
    /\d{10}|lw_|(?:Basic|Bearer|ApiKey) |:\/\/|[\dA-Z]{3}-\d{2}(?![\d-])|(?:\+|%2[Bb])\d|[\dA-Z]{12}\d{2}/,
    /\d{4}(?:[ +-]|%20)\d{4}|[\da-fA-F]{32}|(?:[Pp][Ii][Nn]|[Pp][Uu][Kk]|[Aa][Dd][Mm])\d?\W{1,5}\d{4}/,
  ]
    .map(({ source }) => source)
    .join('|'),
);

/**
 * Masks a finished log line (JSON) as `maskText` does. It works on the line and not on the fields, so it also covers
 * values that are nested in strings, and names of members. The result is valid JSON, and no character of it is obeyed
 * by the terminal that shows it.
 */
export function maskLine(line: string): string {
  return visibleJson(maskValues(line));
}

function maskValues(line: string): string {
  const named = line
    .replace(secretMember, hideMember)
    .replace(simMember, hideMember)
    .replace(simMemberInText, '$1$2[hidden]');
  return suspicious.test(named) ? named.replace(tokens, maskToken) : named;
}

function hideMember(member: string): string {
  return `${member.slice(0, member.indexOf('":') + 2)}"[hidden]"`;
}

function maskToken(token: string): string {
  if (ownId.test(token)) return token;
  // A masked number becomes a string, because stars are not valid in a JSON number.
  return token.startsWith('"') ? maskText(token) : `"${mask(token)}"`;
}
