import type { CodeReader } from './code-reader.ts';
import { readIccid } from './read-iccid.ts';
import { readMsisdn } from './read-msisdn.ts';
import { readPlainCode } from './read-plain-code.ts';

/** The readers of external codes, by the code of the resource type. */
const readers: ReadonlyMap<string, CodeReader> = new Map<string, CodeReader>([
  ['MSISDN', readMsisdn],
  ['SIM', readIccid],
]);

/** The reader of a type's external codes; a type without its own rules accepts any visible code. */
export const getCodeReader = (typeCode: string): CodeReader => readers.get(typeCode) ?? readPlainCode;
