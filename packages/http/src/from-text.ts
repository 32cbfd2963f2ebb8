import { z } from 'zod';
import { listedValuesLimit } from './limits.ts';
import { parseJson } from './request/parse-json.ts';

// Schemas for path and query parameters, which arrive as text. `preprocess` makes the OpenAPI document show the parsed
// type (an integer, a list), which is what a client needs to know.

/** A whole number from `min` to `max`. */
export function wholeNumberFromText({ min, max }: { readonly min: number; readonly max: number }) {
  const message = `must be a whole number from ${min} to ${max}`;
  const readNumber = (text: unknown) => (typeof text === 'string' && /^-?\d{1,15}$/.test(text) ? Number(text) : text);
  return z.preprocess(readNumber, z.int(message).min(min, message).max(max, message)) as z.ZodType<
    number,
    number | string
  >;
}

/** `true` or `false`, and no other spelling. */
export const booleanFromText = z.preprocess(
  (text) => (text === 'true' ? true : text === 'false' ? false : text),
  z.boolean('must be true or false'),
) as z.ZodType<boolean, boolean | string>;

/** A phone number, or a code that may be one. A leading plus sign that was not percent-encoded arrives as a space. */
export function restorePlus<Schema extends z.ZodType<string>>(schema: Schema): Schema {
  const read = z.preprocess((text) => (typeof text === 'string' ? text.replace(/^ (?=\d+$)/, '+') : text), schema);
  // The cast gives the input the type of the schema.
  return read as unknown as Schema;
}

/** A phone number in E.164 form, with or without the plus sign. */
export function msisdnFromText<Schema extends z.ZodType<string>>(schema: Schema): Schema {
  const read = z.preprocess((text) => (typeof text === 'string' ? text.replace(/^[ +]?(?=\d+$)/, '+') : text), schema);
  // The cast gives the input the type of the schema.
  return read as unknown as Schema;
}

/**
 * A list of at least one value: the parameter is repeated, or its values are separated by commas. A comma inside a
 * value is written `\,`.
 */
export function listFromText<Item extends z.ZodType>(item: Item) {
  const list = z.array(item).min(1).max(listedValuesLimit).meta({ description: 'Repeated, or separated by commas.' });
  return z.preprocess(splitAtCommas, list) as unknown as z.ZodType<z.output<Item>[], readonly z.input<Item>[] | string>;
}

function splitAtCommas(text: unknown): unknown {
  const texts = Array.isArray(text) ? text : [text];
  return texts.every((part) => typeof part === 'string') ? texts.flatMap(splitAtPlainCommas) : text;
}

const splitAtPlainCommas = (text: string): readonly string[] =>
  text.split(/(?<!\\),/).map((value) => value.replaceAll('\\,', ','));

/** Writes values as the text of one list parameter. */
export const listToText = (values: readonly unknown[]): string =>
  values.map((value) => String(value).replaceAll(',', '\\,')).join();

/** A JSON object in one parameter, with the same rules as in a body. */
export const objectFromText = z.string().transform((text, context) => {
  const object = parseObject(text);
  if (object === undefined) context.addIssue('must be a JSON object that can be stored');
  return object as Readonly<Record<string, unknown>>;
});

function parseObject(text: string): object | undefined {
  try {
    const { value, errors } = parseJson(text);
    return errors.length === 0 && typeof value === 'object' && value !== null && !Array.isArray(value)
      ? value
      : undefined;
  } catch {
    return undefined;
  }
}
