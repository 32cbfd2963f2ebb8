import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { freeForm } from '../../free-form.ts';
import { reservation, reservationLimit } from './reservation.ts';
import { ttlSeconds } from './ttl.ts';

const sources = {
  poolId: z.uuid().meta({ description: 'Resources of this pool, oldest first.' }),
  typeId: z.uuid().meta({ description: 'Resources of any pool of this type.' }),
  resourceIds: z.array(z.uuid()).min(1).max(reservationLimit).meta({ description: 'Exactly these resources.' }),
};

const { poolId, typeId, resourceIds } = sources;
const quantity = z
  .int()
  .min(1)
  .max(reservationLimit)
  .meta({ description: "The other members of a reserved resource's group are reserved in addition." });
const attributes = freeForm
  .optional()
  .meta({ description: 'Only resources that have each of these members with exactly this value.' });

const shared = {
  atomic: z
    .boolean()
    .default(true)
    .meta({ description: 'True: all or nothing. False: as many as are available, and at least one.' }),
  reservationTTL: ttlSeconds.optional(),
  metadata: freeForm.optional(),
  brokerId: z
    .uuid()
    .optional()
    .meta({ description: "For an operator's key: the broker of the resources. Required with `typeId`." }),
};

/** All members are optional here, so that all errors are reported at once. A union of three shapes would only report that none fits. */
const members = z.strictObject({
  poolId: poolId.optional(),
  typeId: typeId.optional(),
  resourceIds: resourceIds.optional(),
  quantity: quantity.optional(),
  attributes,
  ...shared,
});

type Contradiction = readonly [member: string | undefined, fault: string];

/** Finds contradictory members of the body, by the name of the wrong one. */
function findContradictions(input: z.infer<typeof members>): readonly Contradiction[] {
  const names = Object.keys(sources) as (keyof typeof sources)[];
  const [source, ...others] = names.filter((name) => input[name] !== undefined);
  if (source === undefined) return [[undefined, `must have one of ${names.join(', ')}`]];
  const invalid =
    source === 'resourceIds'
      ? (['quantity', 'attributes'] as const).filter((name) => input[name] !== undefined)
      : others;
  const ids = input.resourceIds ?? [];
  return [
    ...invalid.map((name): Contradiction => [name, `cannot be combined with ${source}`]),
    ...(source !== 'resourceIds' && input.quantity === undefined ? [['quantity', 'is missing'] as const] : []),
    ...(new Set(ids).size === ids.length ? [] : [['resourceIds', 'names the same resource twice'] as const]),
  ];
}

const checkedMembers = members.superRefine((input, context) => {
  for (const [member, message] of findContradictions(input))
    context.addIssue({ code: 'custom', path: member === undefined ? [] : [member], message });
});

const body = z.preprocess(
  (input, context) => {
    for (const issue of checkedMembers.safeParse(input).error?.issues ?? [])
      context.addIssue(issue as Parameters<typeof context.addIssue>[0]);
    return input;
  },
  z.union([
    z.strictObject({ poolId, quantity, attributes, ...shared }),
    z.strictObject({ typeId, quantity, attributes, ...shared }),
    z.strictObject({ resourceIds, ...shared }),
  ]),
);

export const createReservationRoute = defineRoute({
  name: 'createReservation',
  method: 'post',
  path: '/inventory/reservations',
  tag: 'Inventory',
  summary: 'Reserve resources for a limited time',
  description: 'Reserved resources are not available to others until `expiresAt`.',
  scope: 'inventory:write',
  hasSecrets: true,
  body,
  responses: {
    201: {
      description: 'The reservation.',
      body: reservation,
      headers: { Location: 'The reservation: `/inventory/reservations/{id}`' },
    },
  },
  problems: ['not-found', 'not-enough-resources', 'other-broker', 'resources-not-reservable', 'several-brokers'],
});
