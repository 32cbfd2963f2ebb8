import type { z } from 'zod';

const schemas = new WeakSet<z.core.$ZodType>();

/**
 * Says that values of the schema are stored as JSON. They are printed as they are read, with their members in the order
 * of the database.
 */
export function storedAsJson<Output, Input>(schema: z.ZodType<Output, Input>): z.ZodType<Output, Input> {
  schemas.add(schema);
  return schema;
}

export const isStoredAsJson = (schema: z.core.$ZodType): boolean => schemas.has(schema);
