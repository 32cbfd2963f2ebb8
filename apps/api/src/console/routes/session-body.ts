import type { SignedInOperator } from '@linework/auth/caller';
import { roles } from '@linework/auth/roles';
import { z } from 'zod';

/** The session as the pages see it. */
export const sessionBody = z.strictObject({
  operator: z.strictObject({
    id: z.uuid(),
    name: z.string(),
    role: z.enum(roles),
    mustChangePassword: z
      .boolean()
      .meta({ description: 'Everything but the change of the password is refused until then.' }),
  }),
  expiresAt: z.iso.datetime(),
});

export const showSession = ({
  id,
  name,
  role,
  mustChangePassword,
  expiresAt,
}: Omit<SignedInOperator, 'tokenDigest' | 'way'>) => ({
  operator: { id, name, role, mustChangePassword },
  expiresAt: expiresAt.toISOString(),
});
