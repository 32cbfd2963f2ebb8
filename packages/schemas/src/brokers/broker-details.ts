import { z } from 'zod';

/** What may be said of a broker when it is created, and changed later. */
export const brokerName = z.string().trim().min(1).max(200).meta({ description: 'Unique.' });
export const brokerCode = z
  .string()
  .max(50)
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/, 'must begin with a letter or a digit and consist of letters, digits, dots, underscores and hyphens')
  .meta({ description: 'What other systems call it. Unique.', example: 'ponte' });
