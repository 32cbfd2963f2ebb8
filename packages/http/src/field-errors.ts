import type { FieldError } from '@linework/problem-details/field-error';
import type { z } from 'zod';
import { describeIssue } from './describe-issue.ts';
import { jsonPointer } from './json-pointer.ts';

type Issue = z.core.$ZodIssue;

/** What is wrong with path or query parameters, each named. */
export function parameterErrors(issues: readonly Issue[], input: unknown): readonly FieldError[] {
  return issues.flatMap(splitUnknownMembers).map((issue) => {
    const [parameter, index] = issue.path;
    const detail = isTypeMismatch(issue) && describeMissingValue(getValueAt(input, issue.path), index);
    return { detail: detail || describeError(issue, input, 'parameter'), parameter: String(parameter) };
  });
}

/** Said of a parameter that was given, but not as one value, or with nothing in the place of one of its values. */
function describeMissingValue(value: unknown, index: PropertyKey | undefined): string | undefined {
  if (index === undefined) return Array.isArray(value) ? 'is given more than once' : undefined;
  return value === undefined ? 'is empty' : undefined;
}

/** What is wrong with a body, each place as a JSON Pointer; but for numbers that could not be read, which who read them has told. */
export function bodyErrors(issues: readonly Issue[], input: unknown): readonly FieldError[] {
  return issues
    .flatMap(splitUnknownMembers)
    .filter(({ path }) => !isUnparsedNumber(getValueAt(input, path)))
    .map((issue) => ({ detail: describeError(issue, input, 'member'), pointer: jsonPointer(issue.path) }));
}

const isUnparsedNumber = (value: unknown) => typeof value === 'number' && !Number.isFinite(value);

/** Unknown members come as one issue of the object that holds them; each is a fault at its own place. */
function splitUnknownMembers(issue: Issue): readonly Issue[] {
  return issue.code === 'unrecognized_keys' ? issue.keys.map((key) => ({ ...issue, path: [...issue.path, key] })) : [issue];
}

function describeError(issue: Issue, input: unknown, kind: 'parameter' | 'member'): string {
  if (issue.code === 'unrecognized_keys') return `is not a known ${kind}`;
  if (isTypeMismatch(issue) && getValueAt(input, issue.path) === undefined) return 'is missing';
  return describeIssue(issue);
}

function isTypeMismatch({ code }: Issue): boolean {
  return code === 'invalid_type' || code === 'invalid_value' || code === 'invalid_union';
}

function getValueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((value, step) => (value as Readonly<Record<PropertyKey, unknown>> | undefined)?.[step], input);
}
