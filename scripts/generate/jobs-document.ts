import { interfaceVersion } from '@linework/config/version';
import { describeEventTypes } from '@linework/schemas/events/describe-event-types';
import { eventEnvelope } from '@linework/schemas/events/event-envelope';
import { type JobDeclaration, jobs } from '@linework/schemas/jobs';
import { z } from 'zod';

const queues: Readonly<Record<JobDeclaration['queue'], string>> = {
  orders: 'Wake-ups of orders.',
  maintenance: 'Scheduled jobs. They have a separate queue, so that many orders never delay them.',
};

/** Builds an AsyncAPI document of the jobs (payload, period and attempts), and of the events that the stream sends. */
export function jobsDocument(): object {
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Linework jobs and events',
      version: interfaceVersion,
      description:
        'A job is a wake-up and carries ids only. It may arrive twice, late or never, because the state is in ' +
        'PostgreSQL.',
    },
    defaultContentType: 'application/json',
    channels: {
      ...Object.fromEntries(
        Object.keys(queues).map((queue) => [queue, buildChannel(queue as JobDeclaration['queue'])]),
      ),
      events: eventsChannel(),
    },
    operations: {
      ...Object.fromEntries(jobs.map((job) => [job.name, buildOperation(job)])),
      'send-events': sendEvents,
    },
    components: {
      messages: { ...Object.fromEntries(jobs.map((job) => [job.name, buildMessage(job)])), ...eventMessages() },
      schemas: envelopeSchemas(),
    },
  };
}

function buildChannel(queue: JobDeclaration['queue']) {
  const messages = jobs
    .filter((job) => job.queue === queue)
    .map(({ name }) => [name, { $ref: `#/components/messages/${name}` }]);
  return {
    address: queue,
    description: `${queues[queue]} A BullMQ queue with this name.`,
    messages: Object.fromEntries(messages),
  };
}

/** A worker receives every job. */
function buildOperation({ name, queue, summary, everyMs, attempts, backoffMs }: JobDeclaration) {
  return {
    action: 'receive',
    channel: { $ref: `#/channels/${queue}` },
    summary,
    messages: [{ $ref: `#/channels/${queue}/messages/${name}` }],
    ...(everyMs !== undefined && { 'x-every-ms': everyMs }),
    'x-attempts': attempts,
    'x-backoff-ms': backoffMs,
  };
}

function buildMessage({ name, summary, data }: JobDeclaration) {
  return { name, summary, payload: z.toJSONSchema(data, { target: 'draft-7' }) };
}

function eventsChannel() {
  const messages = describeEventTypes().map(({ type }) => [type, { $ref: `#/components/messages/${type}` }]);
  return {
    address: '/events/stream',
    description: 'The feed of events as server-sent events.',
    messages: Object.fromEntries(messages),
  };
}

const sendEvents = {
  action: 'send',
  channel: { $ref: '#/channels/events' },
  summary: 'Sends every event once it has a position.',
};

function eventMessages() {
  return Object.fromEntries(
    describeEventTypes().map(({ type, description, example }) => [
      type,
      {
        name: type,
        summary: description,
        payload: { $ref: '#/components/schemas/EventEnvelope' },
        examples: [{ payload: example }],
      },
    ]),
  );
}

/** The envelope once for all events, and the schemas that it refers to. Redocly wants no member beside a reference. */
function envelopeSchemas(): object {
  const schema = JSON.stringify(
    z.toJSONSchema(z.object({ envelope: eventEnvelope }), { target: 'draft-7' }).definitions,
  );
  return JSON.parse(schema.replaceAll('#/definitions/', '#/components/schemas/'), (_name, value) =>
    value?.$ref ? { $ref: value.$ref } : value,
  );
}
