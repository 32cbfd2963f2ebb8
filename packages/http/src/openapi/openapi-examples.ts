import type { createDocument } from 'zod-openapi';
import type { OperationExample } from './operation-example.ts';

type OpenApiDocument = ReturnType<typeof createDocument>;

/** The part of JSON Schema that the document uses. */
interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly example?: unknown;
  readonly examples?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly minItems?: number;
  readonly minimum?: number;
  readonly minLength?: number;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
}

interface MediaType {
  readonly schema?: Schema;
  readonly example?: unknown;
  readonly examples?: unknown;
}

interface Part {
  readonly content?: Readonly<Record<string, MediaType>>;
}

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly { readonly name?: string; readonly in?: string; readonly schema?: Schema }[];
  readonly requestBody?: Part;
  readonly responses: Readonly<Record<string, Part>>;
}

const exampleTexts: Readonly<Record<string, string>> = {
  uuid: '019a1c3e-7b1f-7c60-9d3f-0d3b8c1e5a42',
  'date-time': '2026-11-24T12:00:00Z',
  date: '2026-11-24',
  email: 'maria@example.com',
  uri: 'https://linework.example/about',
};

/**
 * Adds an example to each request, response and path parameter that has none: that of the recorded request, or one that
 * is built from the schema, with its `example` values if there are any. A request example has only the required
 * members; a response example has all members.
 */
export function withExamples(
  document: OpenApiDocument,
  recorded: Readonly<Record<string, OperationExample | undefined>> = {},
): OpenApiDocument {
  const schemas: Readonly<Record<string, Schema>> = (document.components?.schemas ?? {}) as never;
  const operations = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    Object.values(item).map((operation) => [path, operation as unknown as Operation] as const),
  );
  for (const [path, { operationId, parameters, requestBody, responses }] of operations) {
    const values = readPathValues(path, recorded[operationId]?.request.path ?? '');
    for (const parameter of parameters ?? []) {
      const { name = '', in: place, schema = {} } = parameter;
      if (place !== 'path') continue;
      Object.assign(parameter, { example: values[name] ?? createExampleBuilder(schemas, 'all')(schema) });
    }
    addExamples(requestBody, createExampleBuilder(schemas, 'required'));
    for (const response of Object.values(responses)) addExamples(response, createExampleBuilder(schemas, 'all'));
  }
  return document;
}

/** The values of the parameters of a path in an address. */
function readPathValues(path: string, address: string): Readonly<Record<string, string>> {
  const pattern = path.replaceAll('.', '\\.').replaceAll(/\{(\w+)\}/g, '(?<$1>[^/?]+)');
  const groups = new RegExp(`^${pattern}(\\?|$)`).exec(address)?.groups ?? {};
  return Object.fromEntries(Object.entries(groups).map(([name, value]) => [name, decodeURIComponent(value)]));
}

type BuildExample = (schema: Schema) => unknown;

function addExamples(part: Part | undefined, build: BuildExample): void {
  for (const mediaType of Object.values(part?.content ?? {})) {
    if (mediaType.schema === undefined || 'example' in mediaType || 'examples' in mediaType) continue;
    Object.assign(mediaType, { example: build(mediaType.schema) });
  }
}

function createExampleBuilder(schemas: Readonly<Record<string, Schema>>, members: 'required' | 'all'): BuildExample {
  function build(schema: Schema): unknown {
    const { $ref, example, examples, enum: values, anyOf, allOf, oneOf, properties } = schema;
    if ($ref !== undefined) return build(schemas[$ref.slice($ref.lastIndexOf('/') + 1)] ?? {});
    if (example !== undefined) return example;
    if (examples?.[0] !== undefined) return examples[0];
    if (schema.const !== undefined) return schema.const;
    if (values !== undefined) return values[0];
    if (anyOf?.[0] !== undefined) return build(anyOf[0]);
    if (allOf !== undefined) return Object.assign({}, ...allOf.map(build));
    if (oneOf?.[0] !== undefined)
      return properties === undefined
        ? build(oneOf[0])
        : buildObject({ ...schema, required: [...(schema.required ?? []), ...(oneOf[0].required ?? [])] });
    return buildPlain(schema);
  }

  function buildPlain(schema: Schema): unknown {
    const { default: defaultValue, minimum = 0, format = '', minLength = 1 } = schema;
    const type = typeof schema.type === 'string' ? schema.type : schema.type?.[0];
    if (type === 'object') return buildObject(schema);
    if (type === 'array') return schema.items === undefined ? [] : [build(schema.items)];
    if (defaultValue !== undefined) return defaultValue;
    if (type === 'boolean') return true;
    if (type === 'integer' || type === 'number') return Math.max(minimum, 1);
    if (type === 'string') return exampleTexts[format] ?? 'example'.padEnd(minLength, 'x');
    return type === 'null' ? null : {};
  }

  function buildObject({ properties = {}, required = [] }: Schema): unknown {
    const selected = Object.entries(properties).filter(
      ([name, { example }]) => members === 'all' || required.includes(name) || example !== undefined,
    );
    return Object.fromEntries(selected.map(([name, member]) => [name, build(member)]));
  }

  return build;
}
