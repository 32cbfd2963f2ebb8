import { z } from 'zod';

/** The input of an order type that needs to be told nothing but its line. */
export const noInput = z.strictObject({});
