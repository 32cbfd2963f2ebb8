import type { SignedInOperator } from '@linework/auth/caller';
import { personRoles } from '@linework/auth/roles';
import { scopes } from '@linework/auth/scopes';
import { scopesOfSession } from '@linework/operators/find-session';
import { z } from 'zod';

/** The session as the pages see it. */
export const sessionBody = z.strictObject({
  operator: z.strictObject({
    id: z.uuid(),
    name: z.string(),
    role: z.enum(personRoles),
    roleName: z.string().optional().meta({ description: 'The name of a role that an administrator has made.' }),
    brokerId: z.uuid().optional().meta({ description: 'The broker whose records the person sees.' }),
    scopes: z.array(z.enum(scopes)).meta({ description: 'What the person may do, as a key with these scopes.' }),
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
  ownRole,
  brokerId,
  mustChangePassword,
  expiresAt,
}: Omit<SignedInOperator, 'tokenDigest' | 'way'>) => ({
  operator: {
    id,
    name,
    role,
    ...(ownRole && { roleName: ownRole.name }),
    ...(brokerId !== null && { brokerId }),
    scopes: [...scopesOfSession({ role, brokerId, ownRole })],
    mustChangePassword,
  },
  expiresAt: expiresAt.toISOString(),
});
