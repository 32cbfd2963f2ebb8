import { describeEventTypes } from '@linework/schemas/events/describe-event-types';

/** The section `webhooks` of the OpenAPI document: for each event type what an endpoint receives. */
export function eventWebhooks() {
  return Object.fromEntries(describeEventTypes().map((document) => [document.type, { post: buildOperation(document) }]));
}

function buildOperation({ type, description, resourceType, to, example }: ReturnType<typeof describeEventTypes>[number]) {
  const record = { type: { const: resourceType }, ...(to !== undefined && { status: { const: to } }) };
  const narrowed = { properties: { type: { const: type }, data: { properties: { record: { properties: record } } } } };
  const schema = { allOf: [{ $ref: '#/components/schemas/EventEnvelope' }, { type: 'object' as const, ...narrowed }] };
  return {
    operationId: `receive ${type}`,
    tags: ['events'],
    summary: description,
    requestBody: { required: true, content: { 'application/json': { schema, example } } },
    responses: { '2XX': { description: 'The event was received. Any other status is a failure, and the event is sent again.' } },
  };
}
