import type { Document, Schema } from './document.ts';
import { upperFirst } from './name-operation.ts';
import { header } from './note.ts';
import type { SdkOperation } from './read-operations.ts';
import { listSharedTypes, type NamedType, partComment } from './shared-types.ts';
import { escapeComment, memberTexts, spelledOut } from './type-text.ts';

/**
 * The file of all types: the records of the interface, the query and the body of each operation, and what several of
 * them share. A type that has every member of another one extends it.
 */
export function typesFile(operations: readonly SdkOperation[], document: Document): string {
  const types = listTypes(operations, document);
  const names = nameTexts(types);
  const declared = types.map((type, order) => readType(type, order, names));
  return [header, ...declared.map((type) => declare(type, findBases(type, declared)))].join('\n');
}

/** The names of these types. */
export function listTypeNames(operations: readonly SdkOperation[], document: Document): readonly string[] {
  return listTypes(operations, document).map(([name]) => name);
}

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
  const types = [...records, ...inputs];
  return [...types, ...listSharedTypes(types)];
}

/** The names of types by their texts. The first of several equal ones is used. */
function nameTexts(types: readonly NamedType[]): ReadonlyMap<string, string> {
  const texts = types.map(([name, schema, inputComment]) => {
    return [spelledOut(schema, { isInput: inputComment !== undefined }), name] as const;
  });
  return new Map(texts.filter(([text]) => text.includes(' | ') || text.split('\n').length > 3).toReversed());
}

interface DeclaredType {
  readonly name: string;
  readonly order: number;
  readonly comment: string;
  readonly isInput: boolean;
  readonly text: string;
  /** The members of an object. */
  readonly members: readonly string[] | null;
}

function readType(
  [name, schema, inputComment]: NamedType,
  order: number,
  names: ReadonlyMap<string, string>,
): DeclaredType {
  const isInput = inputComment !== undefined;
  const text = spelledOut(schema, { isInput, names });
  const isObject = text.startsWith('{') && text.indexOf('\n}') === text.length - 2;
  return {
    name,
    order,
    comment: inputComment ?? schema.description ?? '',
    isInput,
    text,
    members: isObject ? memberTexts(schema, { isInput, names }) : null,
  };
}

/** Whoever reads a type should find most of it in one place, so a part of a few members is not worth a base. */
const smallestBase = 4;

/** The types that a type extends: the largest one, and then those with other members. */
function findBases(type: DeclaredType, all: readonly DeclaredType[]): readonly DeclaredType[] {
  const { members } = type;
  if (members === null) return [];
  const left = new Set(members);
  const candidates = all
    .filter((one) => isBaseOf(one, type))
    .toSorted((one, other) => sizeOf(other) - sizeOf(one) || one.order - other.order);
  return candidates.filter((one) => {
    if (!one.members?.every((member) => left.has(member))) return false;
    for (const member of one.members) left.delete(member);
    return true;
  });
}

const sizeOf = ({ members }: DeclaredType): number => members?.length ?? 0;

/** A query extends parts of queries, a record other records. Two queries with the same members may differ later. */
function isBaseOf(one: DeclaredType, type: DeclaredType): boolean {
  if (one.name === type.name || one.members === null || !hasAll(type, one)) return false;
  if (one.comment === partComment) return type.comment !== partComment && type.name.endsWith('Query');
  const isClosed = !one.members.some((member) => member.startsWith('  readonly ['));
  return isClosed && !one.isInput && !type.isInput && sizeOf(one) >= smallestBase && sizeOf(one) < sizeOf(type);
}

const hasAll = (type: DeclaredType, { members }: DeclaredType): boolean =>
  members?.every((member) => type.members?.includes(member)) ?? false;

function declare({ name, comment, text, members }: DeclaredType, bases: readonly DeclaredType[]): string {
  const note = comment === '' ? '' : `/** ${escapeComment(comment)} */\n`;
  if (members === null) return `${note}export type ${name} = ${text};\n`;
  const inherited = new Set(bases.flatMap((base) => base.members ?? []));
  const own = members.filter((member) => !inherited.has(member));
  const names = bases.map((base) => base.name).join(', ');
  if (own.length === 0 && bases.length === 1) return `${note}export type ${name} = ${names};\n`;
  return `${note}export interface ${name} ${bases.length === 0 ? '' : `extends ${names} `}{\n${own.join('')}}\n`;
}

export const queryName = ({ name }: SdkOperation): string => `${upperFirst(name)}Query`;
export const bodyName = ({ name }: SdkOperation): string => `${upperFirst(name)}Body`;

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
