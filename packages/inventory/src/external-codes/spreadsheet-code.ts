import type { CodeResult } from './code-reader.ts';

/**
 * 8.95501E+18: how a spreadsheet shows a long number, and how it stores it in a file of CSV. The last digits are lost.
 */
const roundedPattern = /^\d(?:[.,]\d+)?E\+\d{1,3}$/i;

export const roundedDetail =
  'was rounded by a spreadsheet, and its last digits are lost: make the column text, and write the codes again';

export const isRounded = (text: unknown): boolean => typeof text === 'string' && roundedPattern.test(text);

/**
 * Reads a code of digits as a spreadsheet writes it: with the apostrophe that keeps it a text. A code of a type without
 * its own rules may begin with an apostrophe.
 */
export function readSpreadsheetCode(text: string, readCode: (text: string) => CodeResult): CodeResult {
  const result = readCode(text);
  if ('code' in result) return result;
  if (isRounded(text)) return { error: roundedDetail };
  return /^'\+?\d/.test(text) ? readCode(text.slice(1)) : result;
}
