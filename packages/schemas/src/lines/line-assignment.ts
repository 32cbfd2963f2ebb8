import { z } from 'zod';

/** A period in which a line had a resource. */
export const lineAssignment = z
  .strictObject({
    id: z.uuid().meta({ description: 'The id of the allocation of the resource.' }),
    resourceId: z.uuid(),
    type: z.string().meta({ description: 'The code of the resource type.', example: 'MSISDN' }),
    externalCode: z.string().meta({ description: 'The number or the ICCID.', example: '+5511987654321' }),
    heldFrom: z.iso
      .datetime()
      .meta({ description: 'For a number that was recalled for its holder: the time of the recall.' }),
    heldTo: z.iso.datetime().optional().meta({ description: 'Absent while the line has the resource.' }),
    orderId: z
      .uuid()
      .optional()
      .meta({ description: 'The order that gave the resource to the line, if there was one.' }),
  })
  .meta({ id: 'LineAssignment' });

export type LineAssignment = z.infer<typeof lineAssignment>;
