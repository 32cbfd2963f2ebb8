import { z } from 'zod';
import { webhookDeliveryLifecycle } from '../lifecycles/webhook-delivery.lifecycle.ts';

const timestamp = z.iso.datetime();

export const webhookCauses = ['event', 'manual', 'replay', 'test'] as const;

/** One event for one endpoint. */
export const webhookDelivery = z
  .strictObject({
    id: z.uuid(),
    endpointId: z.uuid(),
    brokerId: z.uuid().optional().meta({ description: 'Absent on a delivery of an endpoint of an operator.' }),
    status: z.enum(webhookDeliveryLifecycle.statuses),
    cause: z.enum(webhookCauses).meta({
      description:
        '`event` because it happened, `manual` or `replay` because a request asked for it, `test` for a sample.',
    }),
    causeId: z.uuid().optional().meta({ description: 'The replay, or the delivery that was sent again.' }),
    eventId: z
      .uuid()
      .optional()
      .meta({
        description:
          'The event; also the header `webhook-id` of every try. Absent when the event is no longer kept, and for a ' +
          'sample.',
      }),
    eventType: z.string(),
    position: z.int().optional().meta({ description: 'The position of the event in the feed.' }),
    resourceId: z.uuid().optional(),
    attempts: z.int().meta({ description: 'How often the receiver was called.' }),
    responseCode: z.int().optional().meta({ description: 'The status of the last response.' }),
    reason: z.string().optional().meta({ description: 'The reason of the last failure.' }),
    dueAt: timestamp.optional().meta({ description: 'The next try, if the endpoint is not failing.' }),
    deliveredAt: timestamp.optional(),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'WebhookDelivery' });

/** One call of the receiver. */
const webhookAttempt = z
  .strictObject({
    number: z.int(),
    outcome: z
      .enum(['delivered', 'failed', 'lost'])
      .optional()
      .meta({ description: 'Absent during the call; `lost` if the worker stopped before it knew the response.' }),
    reason: z.string().optional(),
    responseCode: z.int().optional(),
    responseBody: z.string().optional().meta({ description: 'The first 4 KiB of the response.' }),
    durationMs: z.int().optional(),
    startedAt: timestamp,
    endedAt: timestamp.optional(),
  })
  .meta({ id: 'WebhookAttempt' });

export const webhookDeliveryWithAttempts = z
  .strictObject({
    ...webhookDelivery.shape,
    calls: z.array(webhookAttempt).meta({ description: 'The calls, oldest first.' }),
  })
  .meta({ id: 'WebhookDeliveryWithAttempts' });

export type WebhookDelivery = z.infer<typeof webhookDelivery>;
export type WebhookDeliveryWithAttempts = z.infer<typeof webhookDeliveryWithAttempts>;
