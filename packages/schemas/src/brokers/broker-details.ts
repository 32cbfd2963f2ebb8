import { z } from 'zod';

/** The members that a client sets when it creates a broker and may change later. */
export const brokerName = z.string().trim().min(1).max(200).meta({ description: 'Unique.' });
export const brokerCellGroup = z
  .string()
  .regex(/^[a-z0-9]{1,8}$/, 'must be 1 to 8 lower-case letters and digits')
  .meta({
    description:
      'The group of brokers whose keys lead to one cell. New keys begin with `lw_<group>_`. Once set it stays.',
    example: 'a',
  });
export const brokerCode = z
  .string()
  .max(50)
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9._-]*$/,
    'must begin with a letter or a digit and consist of letters, digits, dots, underscores and hyphens',
  )
  .meta({ description: 'The code that other systems use for it. Unique.', example: 'ponte' });
