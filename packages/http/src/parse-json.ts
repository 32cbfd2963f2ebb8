import type { FieldError } from '@linework/problem-details/field-error';
import { checkJsonValue } from './check-json-value.ts';

export interface ParsedJson {
  readonly value: unknown;
  /** What in it cannot be kept as it is. A number of that kind is NaN or infinite in the value. */
  readonly errors: readonly FieldError[];
}

// Up to 15 digits a number always comes back as it was written.
const longNumberPattern = /[\d.]{16}/;

/** Reads JSON text. Throws where it is none, and refuses a value that is nested too deep. */
export function parseJson(text: string): ParsedJson {
  const value: unknown = JSON.parse(text);
  const errors = checkJsonValue(value);
  if (!longNumberPattern.test(text)) return { value, errors };
  // Only now, since a reviver goes as deep as the text does.
  const exact: unknown = JSON.parse(text, rejectInexactNumber as (key: string, value: unknown) => unknown);
  return { value: exact, errors: checkJsonValue(exact) };
}

/** JavaScript rounds what has too many digits without a word. */
function rejectInexactNumber(_key: string, value: unknown, { source }: { readonly source: string }): unknown {
  return typeof value !== 'number' || !Number.isFinite(value) || normalizeDecimal(source) === normalizeDecimal(String(value)) ? value : Number.NaN;
}

/** The one way to write a decimal number that others are compared by: its digits without zeros around them, and its exponent. */
function normalizeDecimal(text: string): string {
  const [mantissa = '', exponent = '0'] = text.toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const digits = whole + fraction;
  let end = digits.length;
  while (digits[end - 1] === '0') end -= 1;
  const significant = digits.slice(0, end).replace(/^(-?)0+/, '$1');
  return significant === '' || significant === '-' ? '0' : `${significant}e${Number(exponent) - fraction.length + digits.length - end}`;
}
