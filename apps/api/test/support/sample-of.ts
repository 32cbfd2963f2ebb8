import type { Route } from '@linework/http/define-route';
import { parameterNames } from '@linework/http/define-route';
import fc from 'fast-check';
import { validate as isUuid } from 'uuid';
import { z } from 'zod';
import { withoutRefs } from './without-refs.ts';

/** The part of JSON Schema that the routes use. */
export interface JsonSchema {
  readonly type?: string;
  readonly format?: string;
  readonly pattern?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  /** A valid value, if the other keywords do not define its format. */
  readonly example?: unknown;
  readonly anyOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  /** With `properties`: members of which exactly one is present. Without: alternative schemas. */
  readonly oneOf?: readonly JsonSchema[];
  readonly items?: JsonSchema;
  readonly minItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** Thousands of tests send a sample to the same route. Converting its schema takes several milliseconds. */
const jsonSchemas = new WeakMap<z.ZodType, JsonSchema>();

/** Returns the JSON Schema of the input of a schema. */
export function jsonSchemaOf(schema: z.ZodType | undefined): JsonSchema | undefined {
  if (schema === undefined) return undefined;
  const known = jsonSchemas.get(schema);
  if (known) return known;
  const jsonSchema = withoutRefs(
    z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', override: readAsOutput }) as JsonSchema,
  );
  jsonSchemas.set(schema, jsonSchema);
  return jsonSchema;
}

/** Parameters arrive as text. Only the schema after `preprocess` describes their type. */
function readAsOutput({
  zodSchema,
  jsonSchema,
}: {
  zodSchema: z.core.$ZodTypes;
  jsonSchema: z.core.JSONSchema.BaseSchema;
}): void {
  const { def } = zodSchema._zod;
  if (def.type === 'pipe')
    Object.assign(jsonSchema, z.toJSONSchema(def.out as z.ZodType, { io: 'input', unrepresentable: 'any' }));
}

/** Returns a valid value with all members, except optional texts of a form for which there is no example. */
function aValueFor(schema: JsonSchema): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.example !== undefined) return schema.example;
  if (schema.anyOf?.[0]) return aValueFor(schema.anyOf[0]);
  if (schema.enum) return schema.enum[0];
  if (schema.oneOf?.[0]) return aValueFor((schema.properties ? choicesOf(schema)[0] : schema.oneOf[0]) ?? {});
  if (schema.type === 'object')
    return Object.fromEntries(
      Object.entries(schema.properties ?? {}).flatMap(([name, member]) => aMember(schema, name, member)),
    );
  if (schema.type === 'array') return Array.from({ length: schema.minItems ?? 0 }, () => aValueFor(schema.items ?? {}));
  if (schema.type === 'integer' || schema.type === 'number') return schema.minimum ?? 0;
  if (schema.type === 'boolean') return false;
  if (schema.type === 'null') return null;
  if (schema.format === 'uuid') return '018f0000-0000-7000-8000-000000000000';
  if (schema.format === 'date-time') return '2030-01-01T00:00:00Z';
  if (schema.format === 'date') return '2030-01-01';
  if (schema.format === 'email') return 'maria@example.com';
  return 'a'.repeat(schema.minLength ?? 1);
}

function aMember(
  { required = [] }: JsonSchema,
  name: string,
  member: JsonSchema,
): readonly (readonly [string, unknown])[] {
  const isUnknownForm = member.pattern !== undefined && member.format === undefined && member.example === undefined;
  return isUnknownForm && !required.includes(name) ? [] : [[name, aValueFor(member)]];
}

/** Returns the media type of a route's body. */
export const mediaTypeFor = ({ stream }: Route): string => stream?.[0] ?? 'application/json';

/** Returns a valid body of the route; undefined if it has none. */
export function aBodyFor(route: Route): string | undefined {
  if (route.stream) return 'externalCode\n';
  const schema = jsonSchemaOf(route.body);
  return schema && JSON.stringify(aValueFor(schema));
}

/** Returns the required query of a route with its question mark; empty if it requires none. */
export function aQueryFor(route: Route): string {
  const { required = [], properties = {} } = jsonSchemaOf(route.query) ?? {};
  const needed = Object.fromEntries(
    required.filter((name) => properties[name]).map((name) => [name, String(aValueFor(properties[name] ?? {}))]),
  );
  return Object.keys(needed).length === 0 ? '' : `?${new URLSearchParams(needed)}`;
}

/**
 * Returns the path parameter of a record: its id, or for a step the id of its order and its position. A number that is
 * not known stands for an unknown id.
 */
export function inPath(name: string, id: string): string {
  if (name === 'msisdn' && isUuid(id)) return '+5500000000000';
  return name === 'stepId' ? `${id}-1` : id;
}

/** Builds the path of a route with these values of its parameters. */
export function pathOf(route: Route, valueFor: (name: string) => string): string {
  return parameterNames(route.path).reduce(
    (path, name) => path.replace(`{${name}}`, encodeURIComponent(inPath(name, valueFor(name)))),
    route.path as string,
  );
}

/** Valid values of a schema, mixed with invalid ones: just outside its bounds, of other types, and unusual ones. */
export function nearly(schema: JsonSchema): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 15, arbitrary: valid(schema) }, { weight: 1, arbitrary: odd });
}

/**
 * Any character. `unit: 'binary'` is the same, but first makes a table of all of them, which takes two seconds of a
 * processor.
 */
const anyCharacter = fc
  .oneof(fc.integer({ min: 0, max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10ffff }))
  .map((code) => String.fromCodePoint(code));

export const oddTexts = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '%',
    '_',
    '\\',
    "'",
    '"',
    '\0',
    '\ud800',
    '\u202e',
    '__proto__',
    'null',
    'NaN',
    '-1',
    '1e9',
    '9'.repeat(30),
    'a'.repeat(300),
    '🂡'.repeat(60),
  ),
  fc.constantFrom('2026-02-30T00:00:00Z', '2026-01-01', '00000000-0000-0000-0000-000000000000'),
  fc.string({ unit: anyCharacter, maxLength: 40 }),
);

const fourDigitYears = { min: new Date('0000-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59.999Z') };
/** Times in the right format, but outside the years with four digits in PostgreSQL or in JavaScript. */
const oddTimes = [
  '0000-01-01T00:00:00Z',
  '0000-12-31T23:59:59Z',
  '0001-01-01T00:00:00+23:59',
  '9999-12-31T23:59:59-23:59',
  '2016-12-31T23:59:60Z',
];

const odd = fc.oneof(oddTexts, fc.jsonValue({ maxDepth: 2 }), fc.constantFrom(1e308, -0, 2 ** 53, 0.1, [], {}, null));

function valid(schema: JsonSchema): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  // Random values rarely match a schema with a special format.
  if (schema.example !== undefined)
    return fc.oneof(
      { weight: 9, arbitrary: fc.constant(schema.example) },
      { weight: 1, arbitrary: valid(withoutExample(schema)) },
    );
  if (schema.oneOf && !schema.properties) return fc.oneof(...schema.oneOf.map(valid));
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(valid));
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.type === 'object') return objectOf(schema);
  if (schema.type === 'array')
    return fc.array(nearly(schema.items ?? {}), { minLength: schema.minItems ?? 0, maxLength: 2 });
  if (schema.type === 'integer' || schema.type === 'number') return numberNear(schema);
  if (schema.type === 'boolean') return fc.boolean();
  if (schema.type === 'null') return fc.constant(null);
  if (schema.format === 'uuid') return fc.uuid();
  if (schema.format === 'date-time')
    return fc.oneof(
      fc.date({ noInvalidDate: true, ...fourDigitYears }).map((date) => date.toISOString()),
      fc.constantFrom(...oddTimes),
    );
  if (schema.format === 'email') return fc.emailAddress();
  if (schema.type === 'string') {
    const text = fc.string({ minLength: schema.minLength ?? 0, maxLength: Math.min(schema.maxLength ?? 40, 40) });
    return fc.oneof({ weight: 5, arbitrary: text }, { weight: 1, arbitrary: oddTexts });
  }
  return odd;
}

const withoutExample = ({ example: _, ...schema }: JsonSchema): JsonSchema => schema;

function objectOf(schema: JsonSchema): fc.Arbitrary<unknown> {
  return schema.oneOf ? fc.oneof(...choicesOf(schema).map(membersOf)) : membersOf(schema);
}

/** Returns one schema for each of the members of which exactly one is present. */
function choicesOf({ oneOf = [], properties = {}, ...schema }: JsonSchema): readonly JsonSchema[] {
  const names = oneOf.flatMap(({ required = [] }) => required);
  return names.map((chosen) => ({
    ...schema,
    required: [...(schema.required ?? []), chosen],
    properties: Object.fromEntries(
      Object.entries(properties).filter(([name]) => name === chosen || !names.includes(name)),
    ),
  }));
}

function membersOf({ properties = {}, required = [] }: JsonSchema): fc.Arbitrary<unknown> {
  const members = Object.fromEntries(Object.entries(properties).map(([name, member]) => [name, nearly(member)]));
  const known = fc.record(members, { requiredKeys: [...required] });
  const unknown = fc.dictionary(fc.oneof(fc.string(), fc.constantFrom('__proto__', 'constructor', 'toString')), odd, {
    maxKeys: 2,
  });
  const mixed = fc.tuple(known, unknown).map(([one, other]) => ({ ...one, ...other }));
  return Object.keys(properties).length === 0
    ? unknown
    : fc.oneof({ weight: 9, arbitrary: known }, { weight: 1, arbitrary: mixed });
}

function numberNear({ minimum = -10, maximum = 10 ** 6 }: JsonSchema): fc.Arbitrary<number> {
  const ends = [minimum - 1, minimum, maximum, maximum + 1];
  return fc.oneof(
    fc.integer({ min: Math.max(minimum, -(2 ** 31)), max: Math.min(maximum, 2 ** 31) }),
    fc.constantFrom(...ends),
  );
}
