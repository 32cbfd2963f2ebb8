import { defineRoute } from '@linework/http/define-route';
import { listFromText } from '@linework/http/from-text';
import { listQuery, rangeEnd, rangeStart, timeFilters } from '@linework/http/list-query';
import { pagedEnvelope } from '@linework/http/paged-envelope';
import { z } from 'zod';
import { reservationLifecycle } from '../../lifecycles/reservation.lifecycle.ts';
import { freeForm } from '../../values/free-form.ts';
import { reservation, reservationLimit } from './reservation.ts';
import { ttlSeconds } from './ttl.ts';

const { createdAtFrom, createdAtTo } = timeFilters;

export const listReservationsRoute = defineRoute({
  name: 'listReservations',
  method: 'get',
  path: '/inventory/reservations',
  tag: 'Inventory',
  summary: 'List reservations',
  description: 'The reservations that clients requested. The claims of an order are shown by the order.',
  scope: 'inventory:read',
  query: listQuery({
    sortBy: { createdAt: 'time', expiresAt: 'time' },
    filters: {
      createdAtFrom,
      createdAtTo,
      expiresAtFrom: rangeStart,
      expiresAtTo: rangeEnd,
      status: listFromText(z.enum(reservationLifecycle.statuses)).optional(),
      poolId: listFromText(z.uuid())
        .optional()
        .meta({ description: 'Reservations with a resource of one of these pools.' }),
      resourceId: listFromText(z.uuid())
        .optional()
        .meta({ description: 'Reservations that keep or kept one of these resources.' }),
      brokerId: listFromText(z.uuid()).optional(),
    },
  }),
  responses: {
    200: {
      description: 'One page of reservations.',
      body: pagedEnvelope(reservation),
      headers: { Link: 'The next and the previous page' },
    },
  },
  problems: [],
});

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

/**
 * All members are optional here, so that all errors are reported at once. A union of three shapes would only report
 * that none fits.
 */
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

export const getReservationRoute = defineRoute({
  name: 'getReservation',
  method: 'get',
  path: '/inventory/reservations/{id}',
  tag: 'Inventory',
  summary: 'Get a reservation',
  description: 'A reservation expires at `expiresAt`.',
  scope: 'inventory:read',
  params: z.strictObject({ id: z.uuid() }),
  responses: { 200: { description: 'The reservation.', body: reservation } },
  problems: ['not-found'],
});

export const extendReservationRoute = defineRoute({
  name: 'extendReservation',
  method: 'post',
  path: '/inventory/reservations/{id}/extend',
  tag: 'Inventory',
  summary: 'Extend a live reservation',
  description: 'Only a reservation that has not ended can be extended.',
  scope: 'inventory:write',
  params: z.strictObject({ id: z.uuid() }),
  body: z.strictObject({
    reservationTTL: ttlSeconds
      .optional()
      .meta({ description: 'Seconds from now on; if absent, the first TTL of the reservation.' }),
  }),
  responses: { 200: { description: 'The extended reservation.', body: reservation } },
  problems: ['not-found', 'invalid-status-transition'],
});

export const releaseReservationRoute = defineRoute({
  name: 'releaseReservation',
  method: 'post',
  path: '/inventory/reservations/{id}/release',
  tag: 'Inventory',
  summary: 'Release a live reservation',
  description: 'Its remaining resources are available again at once.',
  scope: 'inventory:write',
  params: z.strictObject({ id: z.uuid() }),
  responses: { 200: { description: 'The reservation, RELEASED.', body: reservation } },
  problems: ['not-found', 'invalid-status-transition'],
});
