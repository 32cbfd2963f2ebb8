import { z } from 'zod';
import { lineLabel } from '../lines/line-label.ts';
import { order } from './order.ts';

const stop = z.strictObject({ step: z.string(), code: z.string(), detail: z.string() });

/** An order as a row of a list: without its steps, and with the line that it is about. */
export const orderRow = order
  .pick({ id: true, type: true, status: true, resource: true, brokerId: true, createdAt: true, updatedAt: true })
  .extend({
    line: lineLabel.optional().meta({ description: 'Absent for an order on another kind of record.' }),
    failure: stop.optional().meta({ description: 'The step that stopped the order, with its error.' }),
    wait: stop.optional().meta({ description: 'The step that an open order waits at, with what it waits for.' }),
  });

export type OrderRow = z.infer<typeof orderRow>;
