import { z } from 'zod';

/** A period in which a holder had a resource. */
export const allocation = z
  .strictObject({
    id: z.uuid(),
    customerId: z.uuid().meta({ description: 'The holder.' }),
    lineId: z.uuid().optional(),
    heldFrom: z.iso.datetime(),
    heldTo: z.iso.datetime().optional().meta({ description: 'Absent while the allocation is open.' }),
  })
  .meta({ id: 'Allocation' });

export type Allocation = z.infer<typeof allocation>;
