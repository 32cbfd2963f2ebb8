import { type JobDeclaration, jobs } from '@linework/schemas/jobs';
import { z } from 'zod';

const queues: Readonly<Record<JobDeclaration['queue'], string>> = {
  orders: 'The work: orders to be looked at again.',
  maintenance: 'The clocks: what runs by itself, so that a flood of orders never delays it.',
};

/** The jobs on the queues as an AsyncAPI document: what each carries, how often it comes by itself, and how often it is tried. */
export function jobsDocument(): object {
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Linework jobs',
      version: '1.0.0',
      description: 'A job says "look again" and carries ids only. It may come twice, late or never: what is true stands in PostgreSQL.',
    },
    defaultContentType: 'application/json',
    channels: Object.fromEntries(Object.keys(queues).map((queue) => [queue, buildChannel(queue as JobDeclaration['queue'])])),
    operations: Object.fromEntries(jobs.map((job) => [job.name, buildOperation(job)])),
    components: { messages: Object.fromEntries(jobs.map((job) => [job.name, buildMessage(job)])) },
  };
}

function buildChannel(queue: JobDeclaration['queue']) {
  const messages = jobs.filter((job) => job.queue === queue).map(({ name }) => [name, { $ref: `#/components/messages/${name}` }]);
  return { address: queue, description: `${queues[queue]} A BullMQ queue of this name.`, messages: Object.fromEntries(messages) };
}

/** Every job is received by a worker, whoever put it there. */
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
