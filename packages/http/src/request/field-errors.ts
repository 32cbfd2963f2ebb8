import type { FieldError } from '@linework/problem-details/field-error';
import type { z } from 'zod';
import { describeIssue } from './describe-issue.ts';
import { jsonPointer } from './json-pointer.ts';

type Issue = z.core.$ZodIssue;

/** Lists the errors of path or query parameters, each with its name. */
export function parameterErrors(issues: readonly Issue[], input: unknown): readonly FieldError[] {
  return issues.flatMap(splitUnknownMembers).map((issue) => {
    const [parameter, index] = issue.path;
    const detail = isTypeMismatch(issue) && describeMissingValue(getValueAt(input, issue.path), index);
    return { detail: detail || describeError(issue, input, 'parameter'), parameter: String(parameter) };
  });
}

/** Describes a parameter that was sent several times, or with an empty value in a list. */
function describeMissingValue(value: unknown, index: PropertyKey | undefined): string | undefined {
  if (index === undefined) return Array.isArray(value) ? 'is sent more than once' : undefined;
  return value === undefined ? 'is empty' : undefined;
}

/**
 * Lists the errors of a body, each with its JSON Pointer. Numbers that could not be parsed are excluded, because the
 * parser has reported them.
 */
export function bodyErrors(issues: readonly Issue[], input: unknown): readonly FieldError[] {
  return issues
    .flatMap(splitUnknownMembers)
    .filter(({ path }) => !isUnparsedNumber(getValueAt(input, path)))
    .map((issue) => ({ detail: describeError(issue, input, 'member'), pointer: jsonPointer(issue.path) }));
}

const isUnparsedNumber = (value: unknown) => typeof value === 'number' && !Number.isFinite(value);

/** Zod reports all unknown members of an object as one issue; each becomes an error with its own pointer. */
function splitUnknownMembers(issue: Issue): readonly Issue[] {
  return issue.code === 'unrecognized_keys'
    ? issue.keys.map((key) => ({ ...issue, path: [...issue.path, key] }))
    : [issue];
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
  return path.reduce<unknown>(
    (value, step) => (value as Readonly<Record<PropertyKey, unknown>> | undefined)?.[step],
    input,
  );
}
