import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { freeForm } from '../free-form.ts';
import { reservation, reservationLimit } from './reservation.ts';
import { ttlSeconds } from './ttl.ts';

const sources = ['poolId', 'typeId', 'resourceIds'] as const;

const members = z.strictObject({
  poolId: z.uuid().optional().meta({ description: 'From this pool, oldest first.' }),
  typeId: z.uuid().optional().meta({ description: 'From any pool of this type.' }),
  resourceIds: z.array(z.uuid()).min(1).max(reservationLimit).optional().meta({ description: 'These and no others.' }),
  quantity: z.int().min(1).max(reservationLimit).optional().meta({ description: 'With a pool or a type. What moves with a picked resource comes on top.' }),
  attributes: freeForm.optional().meta({ description: 'With a pool or a type: only resources that have every one of these members with exactly that value.' }),
  atomic: z.boolean().default(true).meta({ description: 'All of it or nothing; else as much of it as there is, and at least one.' }),
  reservationTTL: ttlSeconds.optional(),
  metadata: freeForm.optional(),
  brokerId: z.uuid().optional().meta({ description: "For an operator's key: whose resources. Needed with a type." }),
});

type Members = z.infer<typeof members>;

/** What a body says that cannot be said together; by the member that is wrong. */
function contradictions(body: Members): readonly (readonly [member: string | undefined, fault: string])[] {
  const [source, ...others] = sources.filter((name) => body[name] !== undefined);
  if (source === undefined) return [[undefined, `has to have one of ${sources.join(', ')}`]];
  const isChosen = source === 'resourceIds';
  return [
    ...others.map((name) => [name, `cannot be given together with ${source}`] as const),
    ...(isChosen
      ? (['quantity', 'attributes'] as const).flatMap((name) => (body[name] === undefined ? [] : [[name, `cannot be given together with ${source}`] as const]))
      : []),
    ...(!isChosen && body.quantity === undefined ? [['quantity', 'is missing'] as const] : []),
    ...(new Set(body.resourceIds).size === (body.resourceIds?.length ?? 0) ? [] : [['resourceIds', 'names a resource twice'] as const]),
  ];
}

const body = members.superRefine((given, context) => {
  for (const [member, message] of contradictions(given)) context.addIssue({ code: 'custom', path: member === undefined ? [] : [member], message });
});

export const createReservationRoute = defineRoute({
  name: 'createReservation',
  method: 'post',
  path: '/inventory/reservations',
  tag: 'Inventory',
  summary: 'Keep resources for a while',
  description: 'Says exactly one of `poolId`, `typeId` and `resourceIds`. Nothing that is kept is given to anybody else until `expiresAt`.',
  scope: 'inventory:write',
  body,
  answers: { 201: { description: 'The reservation.', body: reservation, headers: { Location: 'The reservation: `/inventory/reservations/{id}`' } } },
  problems: ['not-found', 'conflict'],
});
