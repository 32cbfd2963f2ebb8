import { z } from 'zod';
import { orderLifecycle } from '../lifecycles/order.lifecycle.ts';
import { orderStepLifecycle } from '../lifecycles/order-step.lifecycle.ts';

const timestamp = z.iso.datetime();
const freeForm = z.record(z.string(), z.unknown());

const orderStep = z
  .strictObject({
    id: z.string().meta({ example: '019a1c3e-7b1f-7c60-9d3f-0d3b8c1e5a42-1' }),
    orderTypeStepCode: z.string().meta({ example: 'LINE_BLOCK.SUSPEND_NETWORK' }),
    actionCode: z.string().meta({ example: 'network.suspend' }),
    status: z.enum(orderStepLifecycle.statuses),
    attempt: z.int().min(0).max(1_000_000),
    error: freeForm.nullable(),
    startedAt: timestamp.nullable(),
    failedAt: timestamp.nullable(),
    finishedAt: timestamp.nullable(),
  })
  .meta({ id: 'OrderStep' });

/** An order as every client sees it. It always has all of these members and no others. */
export const order = z
  .strictObject({
    id: z.uuid(),
    type: z.string().meta({ example: 'LINE_BLOCK' }),
    status: z.enum(orderLifecycle.statuses),
    resource: z.strictObject({ type: z.string().meta({ example: 'line' }), id: z.uuid() }),
    brokerId: z.uuid(),
    externalCode: z.string(),
    correlationId: z.string(),
    createdAt: timestamp,
    updatedAt: timestamp,
    input: freeForm,
    metadata: freeForm,
    cancellationReason: z.string().nullable(),
    steps: z.array(orderStep),
    failure: z.strictObject({ failedAt: timestamp, pendingSteps: z.array(orderStep) }).nullable(),
  })
  .meta({ id: 'Order' });

export type Order = z.infer<typeof order>;
export type OrderStep = z.infer<typeof orderStep>;
