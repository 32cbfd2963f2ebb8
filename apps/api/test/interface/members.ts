import { expect } from 'vitest';

/** The members of an object as the interface lists them, each with its type. An optional member has `?`. */
export interface Members {
  readonly [member: string]: MemberType;
}

type Name = 'string' | 'number' | 'integer' | 'boolean' | 'object' | 'timestamp' | 'null';
type Optional = '' | '?';
type MemberType = `${Name}${Optional}` | `${Name} or null` | readonly string[] | Members | readonly [Members];

const isOf: Readonly<Record<Name, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  integer: (value) => Number.isInteger(value),
  boolean: (value) => typeof value === 'boolean',
  object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  timestamp: (value) => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/.test(value),
  null: (value) => value === null,
};

/** Returns the differences from the listed members: a missing or additional member, or one of another type. */
function errorsOf(value: unknown, members: Members, at = ''): readonly string[] {
  if (!isOf.object(value)) return [`${at || 'the body'} is not an object`];
  const present = value as Readonly<Record<string, unknown>>;
  const unlisted = Object.keys(present).filter((name) => !(name in members));
  return [
    ...unlisted.map((name) => `${at}${name} is not listed`),
    ...Object.entries(members).flatMap(([name, type]) => memberErrors(present[name], type, `${at}${name}`)),
  ];
}

function memberErrors(value: unknown, type: MemberType, at: string): readonly string[] {
  if (typeof type === 'string') return matches(value, type) ? [] : [`${at} is ${JSON.stringify(value)} and not ${type}`];
  if (isList(type)) return Array.isArray(value) ? value.flatMap((each, place) => errorsOf(each, type[0], `${at}/${place}/`)) : [`${at} is not an array`];
  if (isEnum(type)) return type.includes(value as string) ? [] : [`${at} is ${JSON.stringify(value)} and none of its values`];
  return errorsOf(value, type as Members, `${at}/`);
}

const isList = (type: MemberType): type is readonly [Members] => Array.isArray(type) && typeof type[0] === 'object';
const isEnum = (type: MemberType): type is readonly string[] => Array.isArray(type);

function matches(value: unknown, type: string): boolean {
  if (type.endsWith('?')) return value === undefined || matches(value, type.slice(0, -1));
  return type.split(' or ').some((name) => isOf[name as Name](value));
}

/** Fails if the value differs from the listed members. Returns the number of members in words. */
export function asListed(value: unknown, members: Members): string {
  expect(errorsOf(value, members)).toEqual([]);
  return `exactly the ${Object.keys(members).length} listed members`;
}
