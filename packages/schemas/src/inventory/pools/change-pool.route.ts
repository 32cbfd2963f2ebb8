import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { ttlSeconds } from '../reservations/ttl.ts';
import { pool } from './pool.ts';
import { lowAvailabilityThreshold, poolMetadata, poolName } from './pool-settings.ts';

const ttl = ttlSeconds
  .nullable()
  .optional()
  .meta({ description: 'Seconds. 0 means at once; null restores the value of the type.' });

export const changePoolRoute = defineRoute({
  name: 'changePool',
  method: 'patch',
  path: '/inventory/pools/{poolId}',
  tag: 'Inventory',
  summary: 'Change the settings of a pool',
  description: 'Absent members stay unchanged. The type and the broker of a pool cannot change.',
  scope: 'operator',
  params: z.strictObject({ poolId: z.uuid() }),
  body: z.strictObject({
    name: poolName.optional(),
    metadata: poolMetadata.optional().meta({ description: 'Replaces all metadata.' }),
    lowAvailabilityThreshold: lowAvailabilityThreshold.optional(),
    reservationTTL: ttl,
    quarantineTTL: ttl,
  }),
  responses: { 200: { description: 'The changed pool.', body: pool } },
  problems: ['not-found', 'pool-name-taken'],
});
