import { z } from 'zod';

/** The input of an order type that needs only its line. */
export const noInput = z.strictObject({});
