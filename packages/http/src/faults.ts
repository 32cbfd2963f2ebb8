import type { Fault } from '@linework/problem-details/fault';
import type { z } from 'zod';
import { wordsOf } from './fault-words.ts';
import { jsonPointer } from './json-pointer.ts';

type Issue = z.core.$ZodIssue;

/** What is wrong with path or query parameters, each named. */
export function parameterFaults(issues: readonly Issue[], given: unknown): readonly Fault[] {
  return issues.flatMap(splitUnknownMembers).map((issue) => {
    const [parameter, place] = issue.path;
    const detail = isWrongKind(issue) && detailOfGiven(valueAt(given, issue.path), place);
    return { detail: detail || detailOf(issue, given, 'parameter'), parameter: String(parameter) };
  });
}

/** Said of a parameter that was given, but not as one value, or with nothing in the place of one of its values. */
function detailOfGiven(value: unknown, place: PropertyKey | undefined): string | undefined {
  if (place === undefined) return Array.isArray(value) ? 'is given more than once' : undefined;
  return value === undefined ? 'is empty' : undefined;
}

/** What is wrong with a body, each place as a JSON Pointer; but for numbers that could not be read, which who read them has told. */
export function bodyFaults(issues: readonly Issue[], given: unknown): readonly Fault[] {
  return issues
    .flatMap(splitUnknownMembers)
    .filter(({ path }) => !isUnreadNumber(valueAt(given, path)))
    .map((issue) => ({ detail: detailOf(issue, given, 'member'), pointer: jsonPointer(issue.path) }));
}

const isUnreadNumber = (value: unknown) => typeof value === 'number' && !Number.isFinite(value);

/** Unknown members come as one issue of the object that holds them; each is a fault at its own place. */
function splitUnknownMembers(issue: Issue): readonly Issue[] {
  return issue.code === 'unrecognized_keys' ? issue.keys.map((key) => ({ ...issue, path: [...issue.path, key] })) : [issue];
}

function detailOf(issue: Issue, given: unknown, kind: 'parameter' | 'member'): string {
  if (issue.code === 'unrecognized_keys') return `is not a known ${kind}`;
  if (isWrongKind(issue) && valueAt(given, issue.path) === undefined) return 'is missing';
  return wordsOf(issue);
}

function isWrongKind({ code }: Issue): boolean {
  return code === 'invalid_type' || code === 'invalid_value' || code === 'invalid_union';
}

function valueAt(given: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((value, step) => (value as Readonly<Record<PropertyKey, unknown>> | undefined)?.[step], given);
}
