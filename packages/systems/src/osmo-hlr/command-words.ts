import { Refusal } from '@linework/domain/faults';
import type { SimKeys } from '@linework/domain/systems';

/** The IMSI as it may stand in a command. Raises a `Refusal` for what OsmoHLR would not take, or would take for further words. */
export function imsiWord(imsi: string): string {
  return matching(imsi, /^\d{6,15}$/, 'imsi-invalid', 'An IMSI has 6 to 15 digits.');
}

/** The number as OsmoHLR writes it: E.164 without the plus sign. Raises a `Refusal` for anything else. */
export function msisdnWord(msisdn: string): string {
  return matching(msisdn.replace(/^\+/, ''), /^\d{1,15}$/, 'msisdn-invalid', 'A number has up to 15 digits.');
}

/** The keys as they may stand in a command. Raises a `Refusal` that does not repeat them. */
export function keyWords({ k, opc }: SimKeys): SimKeys {
  const word = (key: string) => matching(key, /^[0-9a-f]{32}$/i, 'keys-invalid', 'K and OPc have 32 hexadecimal digits.');
  return { k: word(k), opc: word(opc) };
}

function matching(text: string, form: RegExp, code: string, detail: string): string {
  if (!form.test(text)) throw new Refusal(code, detail);
  return text;
}
