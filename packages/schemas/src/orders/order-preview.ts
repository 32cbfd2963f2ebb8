import { z } from 'zod';

const freeForm = z.record(z.string(), z.unknown());

/** The order that a request would place. It has no id, because nothing is written. */
export const orderPreview = z
  .strictObject({
    type: z.string().meta({ example: 'LINE_BLOCK' }),
    resource: z
      .strictObject({ type: z.string().meta({ example: 'line' }), id: z.uuid() })
      .optional()
      .meta({ description: 'Left out if the order would create the line.' }),
    brokerId: z.uuid(),
    externalCode: z.string(),
    correlationId: z.string(),
    input: freeForm,
    metadata: freeForm,
    steps: z.array(
      z.strictObject({
        orderTypeStepCode: z.string().meta({ example: 'LINE_BLOCK.SUSPEND_NETWORK' }),
        actionCode: z.string().meta({ example: 'network.suspend' }),
      }),
    ),
  })
  .meta({ id: 'OrderPreview' });

export type OrderPreview = z.infer<typeof orderPreview>;
