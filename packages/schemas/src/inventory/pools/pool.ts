import { z } from 'zod';
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

export type Pool = z.infer<typeof pool>;
