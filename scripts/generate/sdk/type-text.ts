import type { Schema } from './document.ts';

/**
 * How types are written: those of a request also accept `undefined` for an optional member, and one value for an array
 * in a query. A type whose text has a name is written as that name.
 */
export interface TypeStyle {
  readonly isInput?: boolean;
  readonly indent?: string;
  readonly names?: ReadonlyMap<string, string>;
}

/** Writes the TypeScript type of a JSON Schema. A reference is the name of its component. */
export function typeText(schema: Schema, style: TypeStyle = {}): string {
  return nameOf(schema, style) ?? spelledOut(schema, style);
}

function nameOf(schema: Schema, { names, isInput = false }: TypeStyle): string | undefined {
  if (names === undefined || (schema.enum === undefined && schema.properties === undefined)) return undefined;
  return names.get(spelledOut(schema, { isInput }));
}

/** The text of a type without its name. */
export function spelledOut(schema: Schema, style: TypeStyle): string {
  if (schema.$ref !== undefined) return schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.properties !== undefined) return objectText(schema, style);
  const forms = schema.anyOf ?? schema.oneOf;
  if (forms !== undefined) return forms.map((form) => typeText(form, style)).join(' | ');
  if (schema.allOf !== undefined) return schema.allOf.map((form) => `(${typeText(form, style)})`).join(' & ');
  return [schema.type ?? 'unknown']
    .flat()
    .map((type) => plainText(type, schema, style))
    .join(' | ');
}

function plainText(type: string, schema: Schema, style: TypeStyle): string {
  if (type === 'integer') return 'number';
  if (type === 'array')
    return schema.items === undefined
      ? 'readonly unknown[]'
      : `readonly ${inParentheses(typeText(schema.items, style))}[]`;
  if (type !== 'object') return type;
  const { additionalProperties } = schema;
  const member = typeof additionalProperties === 'object' ? typeText(additionalProperties, style) : 'unknown';
  return `{ readonly [member: string]: ${member} }`;
}

function objectText(schema: Schema, style: TypeStyle): string {
  const { indent = '' } = style;
  const members = memberTexts(schema, style);
  return members.length === 0 ? 'Record<never, never>' : `{\n${members.join('')}${indent}}`;
}

/** A line for each member, with its comment before it. */
export function memberTexts(
  { properties = {}, required = [], additionalProperties }: Schema,
  style: TypeStyle,
): readonly string[] {
  const { indent = '', isInput = false } = style;
  const inner = `${indent}  `;
  const members = Object.entries(properties).map(([name, schema]) => {
    // Whoever reads a value that is shown once has just asked for it.
    const isRequired = required.includes(name) || schema['x-shown-once'] === true;
    const type = typeText(schema, { ...style, indent: inner });
    const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
    return (
      `${comment(schema, inner)}${inner}readonly ${key}${isRequired ? '' : '?'}: ` +
      `${type}${!isRequired && isInput ? ' | undefined' : ''};\n`
    );
  });
  const isOpen = additionalProperties !== undefined && additionalProperties !== false;
  return isOpen ? [...members, `${inner}readonly [member: string]: unknown;\n`] : members;
}

/** The comment of a member: what it means, its form, and its default. */
function comment({ description, format, deprecated, default: standard }: Schema, indent: string): string {
  const facts = [
    ...(description === undefined ? [] : [description]),
    ...(format === undefined || format === 'uuid' ? [] : [`Format: ${format}.`]),
    ...(standard === undefined ? [] : [`Default: \`${JSON.stringify(standard)}\`.`]),
    ...(deprecated === true ? ['@deprecated'] : []),
  ];
  return facts.length === 0 ? '' : `${indent}/** ${escapeComment(facts.join(' '))} */\n`;
}

/** A text that cannot end the comment in which it stands. */
export const escapeComment = (text: string): string => text.replaceAll('*/', '*\\/');

function inParentheses(type: string): string {
  return /[|&]/.test(type.replaceAll(/\{[\s\S]*\}/g, '')) ? `(${type})` : type;
}
