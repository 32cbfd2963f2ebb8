import { mask } from './mask.ts';

/** Members whose value is never shown, whatever it looks like, at any depth. */
const secretMember =
  /"(?:x-api-key|authorization|proxy-authorization|cookie|set-cookie|api-?key|password|secret|token|federalTaxId|msisdn|icc-?id|imsi)":"(?:[^"\\]|\\.)+"/gi;

/** A JSON string, or a bare number long enough to be somebody's. */
const tokens = /"(?:[^"\\]|\\.)*"|-?\d{10,}(?:\.\d+)?/g;

/** One of these must be in a line that needs a closer look. Most lines have none, and cost one search. */
const suspicious = /\d{10}|lw_|(?:Basic|Bearer|ApiKey) |:\/\/|[\dA-Z]{3}-\d{2}(?![\d-])|(?:\+|%2[Bb])\d|[\dA-Z]{12}\d{2}|\d{4}(?:[ +-]|%20)\d{4}/;

const uuid = '[\\da-fA-F]{8}(?:-[\\da-fA-F]{4}){3}-[\\da-fA-F]{12}';
const isoTime = '\\d{4}-\\d{2}-\\d{2}T[\\d:.]+';
// Written plainly or as in an address.
const gap = '(?:[ +-]|%20)';
const open = '(?:\\(|%28)';
const close = '(?:\\)|%29)';
const slash = '(?:/|%2[Ff])';
const shapes = [
  // An API key of ours, or what is left of one.
  'lw_[0-9A-Za-z_]{6,}',
  '(?<=(?:Basic|Bearer|ApiKey) )[\\w.~+/=-]{6,}',
  // The password in a connection's address.
  '(?<=://[^\\s/:@"]*:)[^\\s/@"]+(?=@)',
  // CPF and CNPJ as they are written, then the alphanumeric CNPJ without its dots.
  '\\d{3}\\.\\d{3}\\.\\d{3}-\\d{2}',
  `[0-9A-Z]{2}\\.[0-9A-Z]{3}\\.[0-9A-Z]{3}${slash}[0-9A-Z]{4}-\\d{2}`,
  '(?<![0-9A-Z])[0-9A-Z]{12}\\d{2}(?![0-9A-Za-z])',
  // Telephone numbers as people write them, with and without the country.
  `(?:\\+|%2[Bb])\\d(?:[\\d.]|${gap}|${open}|${close}){8,}\\d`,
  `${open}?\\d{2}${close}?${gap}?9?\\d{4}${gap}\\d{4}(?!\\d|-)`,
  // An ICCID in groups.
  `89\\d{2}(?:${gap}?\\d{4}){3}${gap}?\\d{0,4}`,
  // MSISDN, ICCID, IMSI, CPF and CNPJ as bare digits.
  '\\d{10,}',
];
const identities = new RegExp(`(${uuid}|${isoTime})|${shapes.join('|')}`, 'g');

/**
 * A finished log line (JSON) with every number and key in it masked that may belong to a person: telephone numbers, SIM
 * and subscriber numbers, tax ids, API keys, passwords. It looks at the line and not at the fields, so that it does not
 * matter how something came into it. Identifiers of ours (UUIDs) and times stay. The answer is JSON again.
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
  return token.startsWith('"') ? token.replace(identities, (found, ours) => (ours === undefined ? mask(found) : found)) : `"${mask(token)}"`;
}
