import { personRoles, roles } from '@linework/auth/roles';
import { z } from 'zod';

const timestamp = z.iso.datetime();

/** The name with which a person signs in, and which events show. */
export const operatorName = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .meta({ description: 'The name to sign in with. No two people have the same one, regardless of case.' });
export const operatorEmail = z.email().max(200).meta({
  description: 'The verified address by which the OpenID provider knows the person at the first sign-in through it.',
});
export const operatorRole = z.enum(roles).meta({
  description:
    '`viewer` reads; `operator` also acts on lines, orders, batches, pauses and webhooks; `administrator` does ' +
    'everything. `care`, `billing`, `catalogue` and `stock` are sets of scopes: of those who care for customers, of ' +
    'those who bill them, of offers and prices, and of numbers and SIMs.',
});

export const operatorRoleId = z
  .uuid()
  .meta({ description: 'A role that an administrator has made, instead of `role`.' });

/** A person who works with the console. */
export const operator = z
  .strictObject({
    id: z.uuid(),
    name: z.string(),
    email: z.string().optional(),
    role: z.enum(personRoles).meta({
      description: `${operatorRole.description} \`custom\` is a role that an administrator has made.`,
    }),
    roleId: z.uuid().optional().meta({ description: 'The role that an administrator has made, if it is `custom`.' }),
    brokerId: z.uuid().optional().meta({
      description: 'The broker whose records the person sees. Absent for a person of the operator, who sees all.',
    }),
    enabled: z.boolean(),
    mustChangePassword: z.boolean().meta({ description: 'The password was given by an administrator.' }),
    disabledAt: timestamp.optional(),
    lastSignedInAt: timestamp.optional(),
    createdAt: timestamp,
  })
  .meta({ id: 'Operator' });

/** A person with a first password, which is returned only once: a replayed response does not have it. */
export const newOperator = z
  .strictObject({
    ...operator.shape,
    password: z.string().optional().meta({
      description: 'Works once, for three days. The person then chooses another one.',
      'x-shown-once': true,
    }),
  })
  .meta({ id: 'NewOperator' });

export type Operator = z.infer<typeof operator>;
