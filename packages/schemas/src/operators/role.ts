import { scopes } from '@linework/auth/scopes';
import { z } from 'zod';

const timestamp = z.iso.datetime();

export const roleName = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .meta({ description: 'No two roles of a broker, or of the operator, have the same one, regardless of case.' });

export const roleScopes = z
  .array(z.enum(scopes))
  .min(1)
  .max(scopes.length)
  .meta({ description: 'What its people may do, as keys with these scopes.' });

/** A role that an administrator has made. */
export const role = z
  .strictObject({
    id: z.uuid(),
    name: z.string(),
    scopes: z.array(z.enum(scopes)),
    brokerId: z.uuid().optional().meta({
      description: 'The broker whose people may have it. Absent for a role of the people of the operator.',
    }),
    people: z.int().meta({ description: 'How many people have it, also those who are disabled.' }),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'Role' });

export type Role = z.infer<typeof role>;
