import { z } from 'zod';

/** Who had a resource, from when to when. */
export const allocation = z
  .strictObject({
    id: z.uuid(),
    customerId: z.uuid().meta({ description: 'The holder.' }),
    lineId: z.uuid().optional(),
    heldFrom: z.iso.datetime(),
    heldTo: z.iso.datetime().optional().meta({ description: 'Absent while it lasts.' }),
  })
  .meta({ id: 'Allocation' });

export type Allocation = z.infer<typeof allocation>;
