import { PermanentError } from '@linework/engine/model/system-errors';
import type { SimKeys } from '@linework/lines/model/systems';

/** The IMSI in the form of a command. Raises a `PermanentError` for a text that OsmoHLR would reject or read as further words. */
export function formatImsi(imsi: string): string {
  return assertMatches(imsi, /^\d{6,15}$/, 'imsi-invalid', 'An IMSI has 6 to 15 digits.');
}

/** The number as OsmoHLR writes it: E.164 without the plus sign. Raises a `PermanentError` for anything else. */
export function formatMsisdn(msisdn: string): string {
  return assertMatches(msisdn.replace(/^\+/, ''), /^\d{1,15}$/, 'msisdn-invalid', 'A number has up to 15 digits.');
}

/** The keys in the form of a command. Raises a `PermanentError` that does not repeat them. */
export function formatKeys({ k, opc }: SimKeys): SimKeys {
  const formatKey = (key: string) =>
    assertMatches(key, /^[0-9a-f]{32}$/i, 'keys-invalid', 'K and OPc have 32 hexadecimal digits.');
  return { k: formatKey(k), opc: formatKey(opc) };
}

function assertMatches(text: string, pattern: RegExp, code: string, detail: string): string {
  if (!pattern.test(text)) throw new PermanentError(code, detail);
  return text;
}
