import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { ttlSeconds } from '../reservations/ttl.ts';
import { pool } from './pool.ts';
import { lowAvailabilityThreshold, poolMetadata, poolName } from './pool-settings.ts';

export const createPoolRoute = defineRoute({
  name: 'createPool',
  method: 'post',
  path: '/inventory/pools',
  tag: 'Inventory',
  summary: 'Create a resource pool',
  description: 'A pool holds the resources of one type and one broker.',
  scope: 'operator',
  body: z.strictObject({
    typeId: z.uuid(),
    brokerId: z.uuid(),
    name: poolName,
    metadata: poolMetadata.optional(),
    lowAvailabilityThreshold: lowAvailabilityThreshold.optional(),
    reservationTTL: ttlSeconds.optional(),
    quarantineTTL: ttlSeconds.optional(),
  }),
  responses: { 201: { description: 'The pool.', body: pool, headers: { Location: 'The pool' } } },
  problems: ['not-found', 'pool-name-taken'],
});
