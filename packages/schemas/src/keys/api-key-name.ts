import { z } from 'zod';

/** What a person calls a key. */
export const apiKeyName = z.string().min(1).max(100);
