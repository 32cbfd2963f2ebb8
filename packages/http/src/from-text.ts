import { z } from 'zod';

// Building blocks for path and query parameters, which arrive as text. `preprocess` keeps the document truthful: it shows
// the type after reading (an integer, a list), which is what a client has to know.

const earliest = new Date('0001-01-01T00:00:00Z');
const latest = new Date('9999-12-31T23:59:59.999Z');

/** A whole number within bounds, both included. */
export function wholeNumberFromText({ min, max }: { readonly min: number; readonly max: number }): z.ZodType<number, number | string> {
  const readNumber = (text: unknown) => (typeof text === 'string' && /^-?\d{1,15}$/.test(text) ? Number(text) : text);
  return z.preprocess(readNumber, z.int(`must be a whole number from ${min} to ${max}`).min(min).max(max));
}

/** `true` or `false`, and no other spelling. */
export const booleanFromText: z.ZodType<boolean, boolean | string> = z.preprocess(
  (text) => (text === 'true' ? true : text === 'false' ? false : text),
  z.boolean('must be true or false'),
);

/** A point in time, ISO 8601 with an offset, in the years 1 to 9999: what PostgreSQL, JavaScript and people agree on. */
export const timestampFromText: z.ZodType<Date, string> = z.preprocess(
  // A plus sign that was not percent-encoded arrives as a space.
  (text) => (typeof text === 'string' ? text.replace(/ (\d\d:\d\d)$/, '+$1') : text),
  z.iso
    .datetime({ offset: true, error: 'must be an ISO 8601 date and time with an offset' })
    .transform((text) => new Date(text))
    .refine((time) => time >= earliest && time <= latest, 'must be in the years 1 to 9999'),
);

/** At least one value: the parameter may be repeated, or its values separated by commas. */
export function manyOf<Item extends z.ZodType>(item: Item): z.ZodType<z.output<Item>[], readonly z.input<Item>[] | string> {
  const readList = (text: unknown) => (typeof text === 'string' ? [text] : Array.isArray(text) ? text : []).flatMap((part: string) => part.split(','));
  return z.preprocess(readList, z.array(item).min(1).max(100).meta({ description: 'Repeated or separated by commas.' }));
}
