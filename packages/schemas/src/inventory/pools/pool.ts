import { z } from 'zod';
import { actor } from '../../events/actor.ts';
import { freeForm } from '../../values/free-form.ts';

const count = z.int().min(0).max(2_147_483_647);

/** A pool as every client sees it. */
export const pool = z
  .strictObject({
    id: z.uuid(),
    name: z.string(),
    typeId: z.uuid(),
    brokerId: z.uuid(),
    metadata: freeForm,
    createdAt: z.iso.datetime(),
    lowAvailabilityThreshold: z.number().min(0),
    resourcesCount: count,
    availableResourcesCount: count,
  })
  .meta({ id: 'ResourcePool' });

/** An import into a pool, in one or several requests with its id. */
export const poolImport = z
  .strictObject({
    id: z.uuid(),
    poolId: z.uuid(),
    importedCount: count.meta({ description: 'The resources that it created.' }),
    removedCount: count.meta({ description: 'Those of them that were removed since, one by one or by undoing it.' }),
    createdBy: actor.optional().meta({ description: 'Who sent its first request.' }),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime().meta({ description: 'When it last added a resource, or one of them was removed.' }),
  })
  .meta({ id: 'PoolImport' });

export type Pool = z.infer<typeof pool>;
export type PoolImport = z.infer<typeof poolImport>;
