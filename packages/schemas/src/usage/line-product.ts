import { z } from 'zod';

/** The path parameters of all routes about a product of a line. */
export const lineProduct = z.strictObject({ lineId: z.uuid(), productId: z.uuid() });
