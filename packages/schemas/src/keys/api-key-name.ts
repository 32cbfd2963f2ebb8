import { z } from 'zod';

/** The name that a person gives a key. */
export const apiKeyName = z.string().min(1).max(100);
