interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly additionalProperties?: Schema | boolean;
}

interface Parameter {
  readonly $ref?: string;
  readonly in: string;
  readonly name: string;
  readonly required?: boolean;
  readonly schema?: Schema;
}

interface Operation {
  readonly operationId: string;
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: {
    readonly required?: boolean;
    readonly content: Readonly<Record<string, { readonly schema?: Schema }>>;
  };
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema?: Schema }>> }>
  >;
}

export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** What a client must know about a parameter or a member. */
export interface Value {
  readonly required: boolean;
  readonly type: string;
  /** Undefined if any value of the type is allowed. */
  readonly values?: readonly string[] | undefined;
}

export type Values = Readonly<Record<string, Value>>;

export interface OperationOutline {
  readonly name: string;
  readonly scopes: readonly string[];
  /** By place and name, such as `query limit`. */
  readonly parameters: Values;
  /** By their path in the body, such as `items[].status`. */
  readonly request: Values;
  /** By success status. */
  readonly responses: Readonly<Record<string, Values>>;
  readonly problemStatuses: readonly string[];
}

/** Below this depth no body of the interface has members that a client would depend on; it ends recursive schemas. */
const deepest = 7;

/**
 * Outlines each operation of an OpenAPI document, by method and path. References are followed, so that a renamed
 * component is no change.
 */
export function outlineDocument(document: ApiDocument): Readonly<Record<string, OperationOutline>> {
  const outlined = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, operation]) => [`${method.toUpperCase()} ${path}`, outlineOperation(operation, document)] as const,
    ),
  );
  return Object.fromEntries(outlined);
}

function outlineOperation(
  { operationId, security = [], parameters = [], requestBody, responses }: Operation,
  document: ApiDocument,
): OperationOutline {
  const follow = resolver(document);
  const shown = parameters.map((parameter) => follow<Parameter>(parameter));
  const bodies = Object.entries(responses).filter(([status]) => status.startsWith('2'));
  return {
    name: operationId,
    scopes: security.flatMap((one) => Object.values(one).flat()),
    parameters: Object.fromEntries(
      shown.map(
        ({ in: place, name, required = false, schema = {} }) =>
          [`${place} ${name}`, describe(follow(schema), required, follow)] as const,
      ),
    ),
    request: { ...membersOf(Object.values(requestBody?.content ?? {})[0]?.schema, follow) },
    responses: Object.fromEntries(
      bodies.map(([status, response]) => [
        status,
        membersOf(follow(response).content?.['application/json']?.schema, follow),
      ]),
    ),
    problemStatuses: Object.keys(responses).filter((status) => /^[45]/.test(status)),
  };
}

type Follow = <Item>(item: Item & { readonly $ref?: string }) => Item;

const resolver = (document: ApiDocument): Follow =>
  function follow<Item>(item: Item & { readonly $ref?: string }): Item {
    const [, kind = '', name = ''] = /^#\/components\/([^/]+)\/(.+)$/.exec(item.$ref ?? '') ?? [];
    return item.$ref === undefined
      ? item
      : follow((document.components?.[kind]?.[name.replaceAll('~1', '/')] ?? {}) as Item & { readonly $ref?: string });
  };

function describe(schema: Schema, required: boolean, follow: Follow): Value {
  const variants = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])].map((one) =>
    follow<Schema>(one),
  );
  const parts = [schema, ...variants];
  const types = [...new Set(parts.flatMap(({ type }) => type ?? []))].toSorted();
  const values = parts
    .flatMap(({ enum: list = [], const: only }) => [...list, ...(only === undefined ? [] : [only])])
    .map(String);
  return {
    required,
    type: types.join(' or ') || 'any',
    values: values.length === 0 ? undefined : [...new Set(values)].toSorted(),
  };
}

/** The members of a body at any depth, by their path. */
function membersOf(schema: Schema | undefined, follow: Follow, at = '', depth = 0): Values {
  if (schema === undefined || depth > deepest) return {};
  const own = follow<Schema>(schema);
  const nested = [...(own.allOf ?? []), ...(own.anyOf ?? []), ...(own.oneOf ?? [])].map((part) =>
    membersOf(part, follow, at, depth + 1),
  );
  const items = own.items === undefined ? {} : membersOf(own.items, follow, `${at}[]`, depth + 1);
  const members = Object.entries(own.properties ?? {}).map(([name, member]) => {
    const path = at === '' ? name : `${at}.${name}`;
    const value = describe(follow<Schema>(member), own.required?.includes(name) ?? false, follow);
    return { [path]: value, ...membersOf(member, follow, path, depth + 1) };
  });
  return Object.assign({}, ...nested, items, ...members) as Values;
}
