import type { Document, Schema } from './document.ts';
import { upperFirst } from './name-operation.ts';
import { header } from './note.ts';
import type { SdkOperation } from './read-operations.ts';
import { escapeComment, typeText } from './type-text.ts';

/** The file of all types: the records of the interface, and the query and the body of each operation. */
export function typesFile(operations: readonly SdkOperation[], document: Document): string {
  return [
    header,
    ...listTypes(operations, document).map(([name, schema, comment]) => declare(name, schema, comment)),
  ].join('\n');
}

/** The names of these types. */
export function listTypeNames(operations: readonly SdkOperation[], document: Document): readonly string[] {
  return listTypes(operations, document).map(([name]) => name);
}

type NamedType = readonly [name: string, schema: Schema, inputComment?: string];

function listTypes(operations: readonly SdkOperation[], document: Document): readonly NamedType[] {
  const records = Object.entries(document.components.schemas).filter(([name]) => name !== 'Problem');
  const inputs = operations.flatMap((operation): readonly NamedType[] => {
    const query = querySchema(operation);
    const body = operation.documented.requestBody?.content['application/json']?.schema;
    return [
      ...(query === undefined
        ? []
        : [[queryName(operation), query, `The query of \`${operation.noun}.${operation.verb}\`.`] as const]),
      ...(body === undefined || body.$ref !== undefined
        ? []
        : [[bodyName(operation), body, `The body of \`${operation.noun}.${operation.verb}\`.`] as const]),
    ];
  });
  return [...records, ...inputs];
}

export const queryName = ({ name }: SdkOperation): string => `${upperFirst(name)}Query`;
export const bodyName = ({ name }: SdkOperation): string => `${upperFirst(name)}Body`;

function declare(name: string, schema: Schema, inputComment?: string): string {
  const comment = inputComment ?? schema.description;
  const type = typeText(schema, { isInput: inputComment !== undefined });
  const text = comment === undefined ? '' : `/** ${escapeComment(comment)} */\n`;
  return type.startsWith('{') && type.indexOf('\n}') === type.length - 2
    ? `${text}export interface ${name} ${type}\n`
    : `${text}export type ${name} = ${type};\n`;
}

/** The query parameters as one object. A list is sent as a repeated parameter, so one value needs no brackets. */
function querySchema({ documented }: SdkOperation): Schema | undefined {
  const parameters = (documented.parameters ?? []).filter((each) => each.in === 'query');
  if (parameters.length === 0) return undefined;
  return {
    properties: Object.fromEntries(
      parameters.map(({ name = '', schema = {}, description }) => [
        name,
        withSingle({ ...schema, ...(description && { description }) }),
      ]),
    ),
    required: parameters.filter(({ required }) => required).map(({ name = '' }) => name),
  };
}

function withSingle(schema: Schema): Schema {
  const { type, items, description, ...others } = schema;
  if (type !== 'array' || items === undefined) return schema;
  return { ...(description !== undefined && { description }), anyOf: [items, { type, items, ...others }] };
}
