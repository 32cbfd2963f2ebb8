import { defineRoute } from '@linework/http/define-route';
import { timestampFromText } from '@linework/http/time-from-text';
import { z } from 'zod';
import { webhookTypes } from './webhook-endpoint-details.ts';

const position = z.int().min(1).max(999_999_999_999_999);

export const replayWebhookEventsRoute = defineRoute({
  name: 'replayWebhookEvents',
  method: 'post',
  path: '/webhook-endpoints/{id}/replays',
  tag: 'webhooks',
  summary: 'Send events of the past to a webhook endpoint',
  description:
    'Takes the events from the feed that the endpoint would get and that every given member selects, at most 10,000 of them. Each keeps its id. ' +
    '`missingSince` selects the events from that time on that have no delivery that is delivered or open. With `dryRun` nothing is sent. Needs `events:read` as well. ' +
    'An endpoint has one replay at a time, and none that would give it more than 50,000 deliveries that wait or are held.',
  scope: 'webhooks:write',
  cost: 'replay',
  params: z.strictObject({ id: z.uuid() }),
  body: z
    .strictObject({
      eventId: z.uuid().optional().meta({ description: 'This event.' }),
      fromPosition: position.optional().meta({ description: 'From this position on, inclusive.' }),
      toPosition: position.optional().meta({ description: 'Up to this position, inclusive.' }),
      types: webhookTypes.optional(),
      resourceId: z.uuid().optional(),
      missingSince: timestampFromText.optional(),
      dryRun: z.boolean().default(false).meta({ description: 'Only counts.' }),
      perSecond: z.int().min(1).max(1_000).default(50).meta({ description: 'How many become due in a second.' }),
    })
    .refine(
      (body) =>
        [body.eventId, body.fromPosition, body.types, body.resourceId, body.missingSince].some(
          (value) => value !== undefined,
        ),
      {
        path: ['fromPosition'],
        error: 'is required without eventId, types, resourceId and missingSince',
      },
    ),
  responses: {
    200: {
      description: 'The replay. Its deliveries have its id as `causeId`.',
      body: z
        .strictObject({
          id: z.uuid().optional().meta({ description: 'Absent after a dry run, which sends nothing.' }),
          count: z.int(),
        })
        .meta({ id: 'WebhookReplay' }),
    },
  },
  problems: [
    'not-found',
    'webhook-endpoint-busy',
    'too-many-webhook-deliveries',
    'webhook-event-unknown',
    'webhook-replay-too-large',
  ],
});
