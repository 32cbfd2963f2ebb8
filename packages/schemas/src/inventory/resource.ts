import { z } from 'zod';
import { resourceLifecycle } from '../lifecycles/resource.lifecycle.ts';
import { freeForm } from '../values/free-form.ts';

const timestamp = z.iso.datetime();
const ttl = z.int().min(0).max(2_147_483_647);

const shared = {
  id: z.uuid(),
  status: z.enum(resourceLifecycle.statuses),
  brokerId: z.uuid(),
  metadata: freeForm,
  attributes: freeForm,
  reservationTTL: ttl.meta({
    description: 'The TTL of its reservation in seconds: of the current one while reserved, else of a new one.',
  }),
  associatedResourceIds: z.array(z.uuid()).meta({ description: 'The other members of its group.' }),
  createdAt: timestamp,
  updatedAt: timestamp,
  externalCode: z.string().meta({ example: '+5511987654321' }),
  location: z.string().optional(),
  reservationId: z.uuid().optional(),
  reservedAt: timestamp.optional(),
  quarantineTTL: ttl.meta({
    description: 'The TTL of its quarantine in seconds: of the current one while quarantined, else of a new one.',
  }),
  quarantinedAt: timestamp.optional(),
};

/** A resource in the list of its pool. A member without a value is left out. */
export const pooledResource = z
  .strictObject({ ...shared, typeId: z.uuid(), poolId: z.uuid() })
  .meta({ id: 'PooledResource' });

/** A resource in the list of all. */
export const resource = z
  .strictObject({
    ...shared,
    type: z.strictObject({ id: z.uuid(), name: z.string() }),
    pool: z.strictObject({ id: z.uuid(), title: z.string() }),
  })
  .meta({ id: 'Resource' });

/** A resource by itself: also the line that it is on, and when what keeps it ends. */
export const resourceDetails = z
  .strictObject({
    ...resource.shape,
    reservedUntil: timestamp.optional().meta({ description: 'The end of its reservation.' }),
    quarantineEndsAt: timestamp.optional().meta({ description: 'The end of its quarantine.' }),
    lineId: z.uuid().optional().meta({ description: 'The line that it is on.' }),
    importId: z.uuid().optional().meta({ description: 'The import that created it.' }),
  })
  .meta({ id: 'ResourceDetails' });

export type PooledResource = z.infer<typeof pooledResource>;
export type Resource = z.infer<typeof resource>;
export type ResourceDetails = z.infer<typeof resourceDetails>;
