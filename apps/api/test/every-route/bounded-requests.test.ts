import { describe, expect, it } from 'vitest';
import { openapiDocument } from '../../src/documentation/openapi-document.ts';

interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly [keyword: string]: unknown;
}

interface Operation {
  readonly operationId: string;
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
}

const document = openapiDocument('https://linework.example');
const schemas = document.components?.schemas as unknown as Readonly<Record<string, Schema>>;
const operations = Object.values(document.paths ?? {}).flatMap(
  (item) => Object.values(item) as unknown as readonly Operation[],
);
const bodies = operations.flatMap(({ operationId, requestBody }) => {
  const schema = requestBody?.content['application/json']?.schema;
  return schema === undefined ? [] : [[operationId, schema] as const];
});

/** Finds the texts, lists and whole numbers of a schema that have no limit. */
function* unboundedIn(schema: Schema, place: string): Generator<string> {
  const { $ref, type, items, properties, anyOf = [], oneOf = [] } = schema;
  const has = (...keywords: readonly string[]) => keywords.some((keyword) => schema[keyword] !== undefined);
  if ($ref !== undefined) yield* unboundedIn(schemas[$ref.slice($ref.lastIndexOf('/') + 1)] ?? {}, place);
  if (type === 'string' && !has('maxLength', 'enum', 'const', 'format', 'pattern'))
    yield `${place}: a text without a limit`;
  if (type === 'array' && !has('maxItems')) yield `${place}: a list without a limit`;
  if (type === 'integer' && !(has('minimum', 'exclusiveMinimum') && has('maximum', 'exclusiveMaximum')))
    yield `${place}: a number without a limit`;
  if (items !== undefined) yield* unboundedIn(items, `${place}[]`);
  for (const [name, member] of Object.entries(properties ?? {})) yield* unboundedIn(member, `${place}.${name}`);
  for (const alternative of [...anyOf, ...oneOf]) yield* unboundedIn(alternative, place);
}

describe('the body of a request', () => {
  it('is declared by many routes', () => {
    expect(bodies.length).toBeGreaterThan(30);
  });

  it.each(bodies)('has a limit for each text, list and whole number of %s', (_operation, schema) => {
    expect([...unboundedIn(schema, 'body')]).toEqual([]);
  });
});
