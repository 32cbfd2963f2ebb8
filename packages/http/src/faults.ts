import type { Fault } from '@linework/problem-details/make-problem';
import type { z } from 'zod';
import { jsonPointer } from './json-pointer.ts';

type Issue = z.core.$ZodIssue;

/** What is wrong with path or query parameters, each named. */
export function parameterFaults(issues: readonly Issue[], given: unknown): readonly Fault[] {
  return issues.flatMap(splitUnknownMembers).map((issue) => {
    const [parameter] = issue.path;
    const repeated = issue.path.length === 1 && Array.isArray(valueAt(given, issue.path)) && isWrongKind(issue);
    return { detail: repeated ? 'is given more than once' : detailOf(issue, given), parameter: String(parameter) };
  });
}

/** What is wrong with a body, each place as a JSON Pointer. */
export function bodyFaults(issues: readonly Issue[], given: unknown): readonly Fault[] {
  return issues.flatMap(splitUnknownMembers).map((issue) => ({ detail: detailOf(issue, given), pointer: jsonPointer(issue.path) }));
}

/** Unknown members come as one issue of the object that holds them; each is a fault at its own place. */
function splitUnknownMembers(issue: Issue): readonly Issue[] {
  return issue.code === 'unrecognized_keys' ? issue.keys.map((key) => ({ ...issue, path: [...issue.path, key] })) : [issue];
}

function detailOf(issue: Issue, given: unknown): string {
  if (issue.code === 'unrecognized_keys') return 'is not known here';
  if (isWrongKind(issue) && valueAt(given, issue.path) === undefined) return 'is missing';
  return issue.message;
}

function isWrongKind({ code }: Issue): boolean {
  return code === 'invalid_type' || code === 'invalid_value' || code === 'invalid_union';
}

function valueAt(given: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((value, step) => (value as Readonly<Record<PropertyKey, unknown>> | undefined)?.[step], given);
}
