import { mask } from './mask.ts';

const uuid = '[\\da-fA-F]{8}(?:-[\\da-fA-F]{4}){3}-[\\da-fA-F]{12}';
const isoTime = '\\d{4}-\\d{2}-\\d{2}T[\\d:.]+';
// The id of a key pair in a sentence of Linework.
const keyId = '(?<=\\bthe key )[\\da-f]{16}(?![\\da-zA-Z])';
// In clear or percent-encoded as in a URL.
const gap = '(?:[ +-]|%20)';
const open = '(?:\\(|%28)';
const close = '(?:\\)|%29)';
const slash = '(?:/|%2[Ff])';
const shapes = [
  // An API key of Linework, or a part of one.
  'lw_[0-9A-Za-z_]{6,}',
  '(?<=(?:Basic|Bearer|ApiKey) )[\\w.~+/=-]{6,}',
  // The password in a connection URL.
  '(?<=://[^\\s/:@"]*:)[^\\s/@"]+(?=@)',
  // CPF and CNPJ with punctuation, then the alphanumeric CNPJ without it.
  '\\d{3}\\.\\d{3}\\.\\d{3}-\\d{2}',
  `[0-9A-Z]{2}\\.[0-9A-Z]{3}\\.[0-9A-Z]{3}${slash}[0-9A-Z]{4}-\\d{2}`,
  '(?<![0-9A-Z])[0-9A-Z]{12}\\d{2}(?![0-9A-Za-z])',
  // A card number in groups of four, or in the groups of American Express.
  `\\d{4}(?:${gap}\\d{4}){2}${gap}\\d{1,7}`,
  `\\d{4}${gap}\\d{6}${gap}\\d{4,5}`,
  // Formatted telephone numbers, with and without the country code.
  `(?:\\+|%2[Bb])\\d(?:[\\d.]|${gap}|${open}|${close}){8,}\\d`,
  `${open}?\\d{2}${close}?${gap}?9?\\d{4}${gap}\\d{4}(?!\\d|-)`,
  // An ICCID in groups.
  `89\\d{2}(?:${gap}?\\d{4}){3}${gap}?\\d{0,4}`,
  // A PIN or PUK after its name.
  '(?<=\\b(?:[Pp][Ii][Nn]|[Pp][Uu][Kk]|[Aa][Dd][Mm])\\d?\\W{1,5})\\d{4,16}(?!\\d)',
  // MSISDN, ICCID, IMSI, CPF and CNPJ as bare digits.
  '\\d{10,}',
];
// K, OPc and other keys of 128 bits or more, in hexadecimal.
const key = '(?:(?<![\\da-zA-Z])|(?<=\\\\[nrt]))(?:[\\da-fA-F]{32}|[\\da-fA-F]{64})(?![\\da-zA-Z])';
const identities = new RegExp(`(?<ours>${uuid}|${isoTime}|${keyId})|(?<key>${key})|${shapes.join('|')}`, 'g');

/**
 * Masks every number and key in a text that may identify a person: telephone numbers, SIM and subscriber numbers, tax
 * ids, API keys, passwords. UUIDs of Linework, ids of its key pairs and times stay.
 */
export function maskText(text: string): string {
  return text.replace(identities, (found, ours, key) =>
    ours !== undefined ? found : key !== undefined ? '[hidden]' : mask(found),
  );
}
