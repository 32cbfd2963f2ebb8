import { z } from 'zod';
import { usageAmount, usageTypes } from '../catalog/product.ts';

/** The usage of a component on a day. */
const componentDay = z
  .strictObject({
    day: z.iso.date().meta({ description: 'The day in São Paulo.' }),
    componentId: z.uuid(),
    type: z.enum(usageTypes),
    amount: usageAmount,
    overage: usageAmount.meta({ description: 'The part without a credit.' }),
  })
  .meta({ id: 'ComponentDay' });

export const consumption = z.strictObject({ days: z.array(componentDay) }).meta({ id: 'Consumption' });

export type Consumption = z.infer<typeof consumption>;
