import { z } from 'zod';
import { isStoredAsJson } from './values/stored-as-json.ts';

/** A number of PostgreSQL as Prisma reads it. */
interface Decimal {
  toFixed(places: number): string;
  isInteger(): boolean;
}

/** A row with the members of a schema. Other members of the row are not printed. */
export type RecordOf<Schema extends z.ZodObject, Text = string> = {
  readonly [Member in keyof Schema['shape']]: ValueOf<Schema['shape'][Member], Text>;
};

type ValueOf<Schema, Text> =
  Schema extends z.ZodOptional<infer Inner>
    ? ValueOf<Inner, Text> | null | undefined
    : Schema extends z.ZodNullable<infer Inner>
      ? ValueOf<Inner, Text> | null
      : Schema extends z.ZodISODateTime | z.ZodISODate
        ? Date
        : Schema extends z.ZodString
          ? Text
          : Schema extends z.ZodEnum | z.ZodUUID | z.ZodLiteral<string>
            ? string
            : Schema extends z.ZodArray<infer Item>
              ? readonly ValueOf<Item, Text>[]
              : Schema extends z.ZodObject
                ? RecordOf<Schema, Text>
                : Schema extends z.ZodNumber | z.ZodBoolean | z.ZodDiscriminatedUnion
                  ? z.output<Schema>
                  : unknown;

/**
 * Prints a record as its schema says: the members of the schema in its order, times and days as ISO text, amounts with
 * two decimals, and nothing for an optional member without a value. A list of 100 lines takes as long as with a
 * function written by hand (decision 118).
 */
export function printRecord<Schema extends z.ZodObject>(
  schema: Schema,
  record: RecordOf<Schema, string | Decimal>,
): z.output<Schema> {
  let print = printers.get(schema);
  if (print === undefined) {
    print = buildPrinter(schema);
    printers.set(schema, print);
  }
  return print(record) as z.output<Schema>;
}

type Print = (value: unknown) => unknown;
type Members = Record<string, unknown>;

const printers = new WeakMap<z.ZodObject, Print>();

function buildPrinter(schema: z.ZodObject): Print {
  const members = Object.entries(schema.shape).map(([name, member]) => ({
    name,
    isOptional: member instanceof z.ZodOptional,
    print: findPrinter(member),
  }));
  return (record) => {
    const printed: Members = {};
    for (const { name, isOptional, print } of members) {
      const value = (record as Members)[name];
      if (value === null || value === undefined) {
        if (!isOptional) printed[name] = null;
      } else printed[name] = print === undefined ? value : print(value);
    }
    return printed;
  };
}

/** How a value of the schema is printed; undefined where it is left as it is. */
function findPrinter(schema: z.core.$ZodType): Print | undefined {
  if (isStoredAsJson(schema)) return undefined;
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return findPrinter(schema.unwrap());
  if (schema instanceof z.ZodISODateTime) return (time) => (time as Date).toISOString();
  if (schema instanceof z.ZodISODate) return (day) => (day as Date).toISOString().slice(0, 10);
  if (schema instanceof z.ZodString) return (text) => (typeof text === 'string' ? text : (text as Decimal).toFixed(2));
  if (schema instanceof z.ZodObject) return buildPrinter(schema);
  if (!(schema instanceof z.ZodArray)) return undefined;
  const printItem = findPrinter(schema.element);
  return printItem && ((items) => (items as readonly unknown[]).map(printItem));
}

/** The Prisma selection of the members of a schema, for a table whose columns have their names. */
export const selectMembers = <Schema extends z.ZodObject>(schema: Schema) =>
  Object.fromEntries(Object.keys(schema.shape).map((name) => [name, true])) as {
    readonly [Member in keyof Schema['shape']]: true;
  };
