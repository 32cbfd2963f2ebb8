import type { Route } from '@linework/http/define-route';
import { parameterNames } from '@linework/http/define-route';
import { acceptsIdempotencyKey, isMutation, listRouteProblems } from '@linework/http/route-problems';
import type { Operation, OperationInput } from '@linework/sdk/operation';
import type { Document, DocumentedOperation, Schema } from './document.ts';
import { nameOperation } from './name-operation.ts';

/** An operation with what the generator needs beside the table. */
export interface SdkOperation extends Operation {
  readonly documented: DocumentedOperation;
}

/** Reads every route with its part of the OpenAPI document. Throws if two operations would be the same method. */
export function readOperations(routes: readonly Route[], document: Document): readonly SdkOperation[] {
  const operations = routes.map((route) => readOperation(route, document));
  const places = operations.map(({ noun, verb }) => `${noun}.${verb}`);
  const repeated = places.filter((place, index) => places.indexOf(place) !== index);
  if (repeated.length > 0)
    throw new Error(
      `Several operations are ${repeated.join(', ')}: give them other names, or a noun in name-operation.ts.`,
    );
  return operations;
}

function readOperation(route: Route, document: Document): SdkOperation {
  const documented = document.paths[route.path]?.[route.method];
  if (documented === undefined) throw new Error(`${route.name} is not in the OpenAPI document.`);
  const json = documented.requestBody?.content['application/json'];
  const [success] = listSuccesses(documented);
  const order = Object.entries(route.responses).some(([, { headers }]) =>
    headers?.['Location']?.includes('/orders/{orderId}'),
  );
  return {
    name: route.name,
    ...nameOperation(route),
    method: route.method.toUpperCase() as Operation['method'],
    path: route.path,
    tag: route.tag,
    summary: route.summary,
    description: route.description,
    scope: route.scope,
    params: parameterNames(route.path).map((name) => ({
      ...findParameter(documented, 'path', name, document),
      required: true,
    })),
    query: readParameters(documented, 'query', document),
    body: json === undefined ? null : readMembers(json.schema, document),
    bodyRequired: documented.requestBody?.required ?? false,
    // An empty example of a body that may be left out shows nothing.
    ...(json !== undefined &&
      !(isEmpty(json.example) && documented.requestBody?.required !== true) && { bodyExample: json.example }),
    ...(route.stream && { stream: route.stream }),
    returns: listReturned(success?.content ?? {}),
    isList: isPage(success),
    isWrite: isMutation(route),
    isIdempotent: acceptsIdempotencyKey(route),
    opensOrder: order,
    problems: listRouteProblems(route),
    documented,
  };
}

/**
 * The media types that the methods of the client return. A list is always read as JSON, although it is a CSV table too.
 */
function listReturned(content: object): readonly string[] {
  const mediaTypes = Object.keys(content);
  return mediaTypes.includes('application/json') ? ['application/json'] : mediaTypes;
}

const isEmpty = (example: unknown): boolean => JSON.stringify(example) === '{}';

/** The responses of success. Most operations have one. */
export function listSuccesses({ responses }: DocumentedOperation): readonly DocumentedOperation['responses'][string][] {
  return Object.entries(responses).flatMap(([status, response]) => (status.startsWith('2') ? [response] : []));
}

/** Whether a response is one page of a list, or a list without pages that has totals. */
function isPage(response: DocumentedOperation['responses'][string] | undefined): boolean {
  const properties = response?.content?.['application/json']?.schema.properties;
  return (
    properties?.['items'] !== undefined &&
    (properties['meta'] !== undefined || response?.headers?.['Link'] !== undefined)
  );
}

function findParameter(
  operation: DocumentedOperation,
  place: string,
  name: string,
  document: Document,
): OperationInput {
  const found = readParameters(operation, place, document).find((each) => each.name === name);
  if (found === undefined) throw new Error(`The OpenAPI document has no parameter ${name} of a path that has it.`);
  return found;
}

function readParameters(
  { parameters = [] }: DocumentedOperation,
  place: string,
  document: Document,
): readonly OperationInput[] {
  return parameters
    .filter((each) => each.in === place)
    .map(({ name = '', schema = {}, required = false, description }) =>
      describe({ name, schema, required, description }, document),
    );
}

/**
 * Lists the members of a body. Those of a body that can have several forms are all listed, and required if every form
 * requires them.
 */
function readMembers(schema: Schema, document: Document): readonly OperationInput[] {
  const { properties, required = [], anyOf, oneOf } = resolve(schema, document);
  if (properties === undefined) {
    const forms = (anyOf ?? oneOf ?? []).map((form) => readMembers(form, document));
    const members = new Map(forms.flat().map((member) => [member.name, member]));
    return [...members.values()].map((member) => ({
      ...member,
      required: forms.every((form) => form.some((each) => each.name === member.name && each.required)),
    }));
  }
  return Object.entries(properties).map(([name, member]) =>
    describe({ name, schema: member, required: required.includes(name) }, document),
  );
}

interface Described {
  readonly name: string;
  readonly schema: Schema;
  readonly required: boolean;
  readonly description?: string | undefined;
}

function describe({ name, schema, required, description }: Described, document: Document): OperationInput {
  const resolved = resolve(schema, document);
  const items = resolved.items === undefined ? undefined : resolve(resolved.items, document);
  const values = resolved.enum ?? items?.enum;
  const format = resolved.format ?? items?.format;
  return {
    name,
    type: describeType(resolved, items),
    required,
    description: description ?? schema.description ?? resolved.description ?? '',
    ...(format !== undefined && { format }),
    ...(values !== undefined && { enum: values.map(String) }),
    ...(resolved.default !== undefined && { default: resolved.default }),
  };
}

function describeType({ type, anyOf, oneOf, allOf }: Schema, items: Schema | undefined): string {
  const single = typeof type === 'string' ? type : type?.find((each) => each !== 'null');
  if (single === 'array')
    return typeof items?.type === 'string' && items.type !== 'object' ? `${items.type}[]` : 'array';
  if (single !== undefined) return single;
  const [form] = anyOf ?? oneOf ?? allOf ?? [];
  return form === undefined ? 'object' : describeType(form, form.items);
}

function resolve(schema: Schema, document: Document): Schema {
  return schema.$ref === undefined
    ? schema
    : (document.components.schemas[schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)] ?? {});
}
