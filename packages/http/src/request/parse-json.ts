import type { FieldError } from '@linework/problem-details/field-error';
import { badRequest } from '@linework/problem-details/make-problem';
import { bodyDepthLimit } from '../limits.ts';
import { isStorableText } from '../storable-text.ts';
import { jsonPointer } from './json-pointer.ts';

export interface ParsedJson {
  readonly value: unknown;
  /** The members that cannot be stored unchanged. Such a number is NaN or infinite in the value. */
  readonly errors: readonly FieldError[];
}

// A number with up to 15 digits is always preserved.
const longNumberPattern = /[\d.]{16}/;

/** Parses JSON text. Throws if it is not JSON, and rejects a value that is nested too deep. */
export function parseJson(text: string): ParsedJson {
  const value: unknown = JSON.parse(text);
  const errors = checkJsonValue(value);
  if (!longNumberPattern.test(text)) return { value, errors };
  // After the check of the depth, because a reviver recurses to the depth of the text.
  const exact: unknown = JSON.parse(text, rejectInexactNumber as (key: string, value: unknown) => unknown);
  return { value: exact, errors: checkJsonValue(exact) };
}

/** JavaScript rounds numbers with too many digits silently. */
function rejectInexactNumber(_key: string, value: unknown, { source }: { readonly source: string }): unknown {
  return typeof value !== 'number' ||
    !Number.isFinite(value) ||
    normalizeDecimal(source) === normalizeDecimal(String(value))
    ? value
    : Number.NaN;
}

/**
 * The canonical form of a decimal number for comparisons: its digits without leading and trailing zeros, and its
 * exponent.
 */
function normalizeDecimal(text: string): string {
  const [mantissa = '', exponent = '0'] = text.toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const digits = whole + fraction;
  let end = digits.length;
  while (digits[end - 1] === '0') end -= 1;
  const significant = digits.slice(0, end).replace(/^(-?)0+/, '$1');
  return significant === '' || significant === '-'
    ? '0'
    : `${significant}e${Number(exponent) - fraction.length + digits.length - end}`;
}

/**
 * Where the check is. It changes while the value is walked through: a copy for each member would take as long as the
 * rest of the check.
 */
type Path = PropertyKey[];

/**
 * Lists the texts and numbers of a JSON value that cannot be stored unchanged. Rejects a value that is nested too deep.
 */
function checkJsonValue(value: unknown): readonly FieldError[] {
  const errors: FieldError[] = [];
  collectErrors(value, [], errors);
  return errors;
}

function collectErrors(value: unknown, path: Path, errors: FieldError[]): void {
  if (typeof value === 'string') {
    if (!isStorableText(value))
      errors.push({ detail: 'contains a NUL character or half a surrogate pair', pointer: jsonPointer(path) });
  } else if (typeof value === 'number') {
    if (!Number.isFinite(value))
      errors.push({
        detail: 'is a number with too many digits to be stored unchanged: send it as a string',
        pointer: jsonPointer(path),
      });
  } else if (typeof value === 'object' && value !== null) {
    collectMemberErrors(value, path, errors);
  }
}

function collectMemberErrors(value: object, path: Path, errors: FieldError[]): void {
  if (path.length === bodyDepthLimit)
    throw badRequest('body-too-deep', `The body is nested deeper than ${bodyDepthLimit} levels.`);
  for (const [name, member] of Object.entries(value)) {
    collectErrors(name, path, errors);
    path.push(name);
    collectErrors(member, path, errors);
    path.pop();
  }
}
