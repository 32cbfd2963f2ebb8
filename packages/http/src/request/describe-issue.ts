import type { z } from 'zod';

type Issue = z.core.$ZodIssue;

const typeNames: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  record: 'an object',
  array: 'a list',
};

const formats: Readonly<Record<string, string>> = {
  uuid: 'a UUID',
  email: 'an e-mail address',
  date: 'a date like 2026-12-31',
};

const units: Readonly<Record<string, string>> = { string: 'character', array: 'item' };

function describeBound(comparison: string, origin: string, count: number | bigint): string {
  const unit = units[origin];
  return unit === undefined
    ? `must be ${comparison} ${count}`
    : `must have ${comparison} ${count} ${unit}${Number(count) === 1 ? '' : 's'}`;
}

const descriptions: {
  readonly [code in Issue['code']]?: (issue: Extract<Issue, { readonly code: code }>) => string | undefined;
} = {
  invalid_type: ({ expected }) => typeNames[expected] && `must be ${typeNames[expected]}`,
  invalid_format: ({ format }) => formats[format] && `must be ${formats[format]}`,
  invalid_value: ({ values }) => `must be ${values.length === 1 ? '' : 'one of '}${values.map(String).join(', ')}`,
  invalid_union: () => 'matches none of the allowed forms',
  too_small: ({ origin, minimum, inclusive }) => describeBound(inclusive ? 'at least' : 'more than', origin, minimum),
  too_big: ({ origin, maximum, inclusive }) => describeBound(inclusive ? 'at most' : 'less than', origin, maximum),
};

/**
 * Describes an issue as the text after the name of the member. A message of the schema starts with a small letter;
 * messages of the library are not used.
 */
export function describeIssue(issue: Issue): string {
  if (/^[^A-Z]/.test(issue.message)) return issue.message;
  return descriptions[issue.code]?.(issue as never) ?? 'is not valid';
}
