import { z } from 'zod';

/** A column of a table: the path of its member. */
export type CsvColumn = readonly string[];

const depthLimit = 4;

/**
 * The columns of a list: a column for each member of its items that is no object. A list of values and a free-form
 * member are one column each, as JSON. They are those of the schema and not of the rows, so that every export of a list
 * has the same header.
 */
export function listCsvColumns(item: z.ZodType, path: CsvColumn = []): readonly CsvColumn[] {
  const schema = unwrap(item);
  const shapes = path.length < depthLimit ? readShapes(schema) : [];
  if (shapes.length === 0) return [path];
  const members = new Map<string, z.ZodType>();
  // The options of a union share members; the first one decides what a member is.
  for (const shape of shapes)
    for (const [name, member] of Object.entries(shape)) if (!members.has(name)) members.set(name, member);
  return [...members].flatMap(([name, member]) => listCsvColumns(member, [...path, name]));
}

type Shape = Readonly<Record<string, z.ZodType>>;

/** The members of an object, or of each option of a union of objects; empty for anything else. */
function readShapes(schema: z.ZodType): readonly Shape[] {
  if (schema instanceof z.ZodObject) return Object.keys(schema.shape).length === 0 ? [] : [schema.shape as Shape];
  if (!(schema instanceof z.ZodUnion)) return [];
  const options = schema.options.map((option) => readShapes(unwrap(option as z.ZodType)));
  return options.some((shapes) => shapes.length === 0) ? [] : options.flat();
}

function unwrap(schema: z.ZodType): z.ZodType {
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodReadonly
  ) {
    return unwrap(schema.unwrap() as z.ZodType);
  }
  return schema instanceof z.ZodPipe ? unwrap(schema.in as z.ZodType) : schema;
}
