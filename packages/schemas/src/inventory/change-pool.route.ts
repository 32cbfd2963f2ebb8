import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { pool } from './pool.ts';
import { lowAvailabilityThreshold, poolMetadata, poolName } from './pool-settings.ts';
import { ttlSeconds } from './ttl.ts';

const ttl = ttlSeconds.nullable().optional().meta({ description: "Seconds. 0 is at once; null, the type's again." });

export const changePoolRoute = defineRoute({
  name: 'changePool',
  method: 'patch',
  path: '/inventory/pools/{poolId}',
  tag: 'Inventory',
  summary: 'Change a pool; its type and its broker stay',
  description: 'Members that are left out stay as they are.',
  scope: 'operator',
  params: z.strictObject({ poolId: z.uuid() }),
  body: z.strictObject({
    name: poolName.optional(),
    metadata: poolMetadata.optional().meta({ description: 'Replaces the whole.' }),
    lowAvailabilityThreshold: lowAvailabilityThreshold.optional(),
    reservationTTL: ttl,
    quarantineTTL: ttl,
  }),
  responses: { 200: { description: 'The pool as it is now.', body: pool } },
  problems: ['not-found', 'pool-name-taken'],
});
