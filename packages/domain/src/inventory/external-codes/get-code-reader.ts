import type { CodeReader } from './code-reader.ts';
import { readIccid } from './read-iccid.ts';
import { readMsisdn } from './read-msisdn.ts';
import { readPlainCode } from './read-plain-code.ts';

/** How an external code is read, by the code of its type. */
const readers: ReadonlyMap<string, CodeReader> = new Map<string, CodeReader>([
  ['MSISDN', readMsisdn],
  ['SIM', readIccid],
]);

/** The reader of a type's external codes; types without rules of their own take any visible one. */
export const getCodeReader = (typeCode: string): CodeReader => readers.get(typeCode) ?? readPlainCode;
