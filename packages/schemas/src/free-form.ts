import { z } from 'zod';

const refused = '__proto__';

/** An object with members of any name but one, which a schema would drop without a word. */
export const freeForm = z.preprocess(
  (value, context) => {
    if (typeof value === 'object' && value !== null && Object.hasOwn(value, refused)) {
      context.addIssue({ code: 'custom', path: [refused], message: 'cannot be the name of a member' });
    }
    return value;
  },
  z.record(z.string(), z.unknown()),
) as z.ZodType<Record<string, unknown>, Record<string, unknown>>;
