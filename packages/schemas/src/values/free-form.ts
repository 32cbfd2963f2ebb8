import { z } from 'zod';

const forbiddenName = '__proto__';

/** An object with members of any name. The one name that a schema would drop silently is rejected. */
export const freeForm = z.preprocess(
  (value, context) => {
    if (typeof value === 'object' && value !== null && Object.hasOwn(value, forbiddenName)) {
      context.addIssue({ code: 'custom', path: [forbiddenName], message: 'cannot be the name of a member' });
    }
    return value;
  },
  z.record(z.string(), z.unknown()),
) as z.ZodType<Record<string, unknown>, Record<string, unknown>>;
