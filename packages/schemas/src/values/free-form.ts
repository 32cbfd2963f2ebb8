import { z } from 'zod';

const forbiddenName = '__proto__';

/**
 * The path to the first member with the forbidden name, at any depth. The API rejects a body that is nested too deep.
 */
function findForbidden(value: unknown): PropertyKey[] | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (Object.hasOwn(value, forbiddenName)) return [forbiddenName];
  for (const [name, member] of Object.entries(value)) {
    const path = findForbidden(member);
    if (path !== undefined) return [Array.isArray(value) ? Number(name) : name, ...path];
  }
  return undefined;
}

/**
 * An object with members of any name. The one name that a schema and many programs drop silently is rejected, also in
 * the objects inside.
 */
export const freeForm = z.preprocess(
  (value, context) => {
    const path = findForbidden(value);
    if (path !== undefined) context.addIssue({ code: 'custom', path, message: 'cannot be the name of a member' });
    return value;
  },
  z.record(z.string(), z.unknown()),
) as z.ZodType<Record<string, unknown>, Record<string, unknown>>;
