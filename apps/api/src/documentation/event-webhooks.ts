import { describeEventTypes } from '@linework/schemas/events/describe-event-types';

/** The section `webhooks` of the OpenAPI document: for each event type what an endpoint receives. */
export function eventWebhooks() {
  return Object.fromEntries(
    describeEventTypes().map((document) => [document.type, { post: buildOperation(document) }]),
  );
}

function buildOperation({ type, description, example }: ReturnType<typeof describeEventTypes>[number]) {
  return {
    operationId: `receive-${type}`,
    tags: ['events'],
    // The signature of the request proves its sender.
    security: [],
    summary: description,
    requestBody: {
      required: true,
      content: { 'application/json': { schema: { $ref: '#/components/schemas/EventEnvelope' }, example } },
    },
    responses: {
      '2XX': { description: 'The event was received. Any other status is a failure, and the event is sent again.' },
    },
  };
}
