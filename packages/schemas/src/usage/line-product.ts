import { z } from 'zod';

/** The path parameters of everything about a product that a line has. */
export const lineProduct = z.strictObject({ lineId: z.uuid(), productId: z.uuid() });
