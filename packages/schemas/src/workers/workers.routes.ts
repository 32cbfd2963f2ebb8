import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';

const timestamp = z.iso.datetime();

/** A worker, as it reported itself last. */
const worker = z
  .strictObject({
    id: z.uuid().meta({ description: 'Another one after each start.' }),
    host: z.string().meta({ description: 'The name of its machine or container.' }),
    version: z.string(),
    queue: z.enum(['redis', 'postgres']).meta({ description: 'Where it takes its jobs from.' }),
    concurrency: z.int().min(1).meta({ description: 'How many jobs of orders it does at the same time.' }),
    startedAt: timestamp,
    lastSeenAt: timestamp,
    isAlive: z.boolean().meta({ description: 'Whether it has reported in the last 30 seconds.' }),
  })
  .meta({ id: 'RunningWorker' });

/** A system of another company that the workers call, as the living ones see it. */
const calledSystem = z
  .strictObject({
    name: z.string().meta({ example: 'network' }),
    answeringCount: z.int().min(0).meta({ description: 'The workers that it answers.' }),
    silentCount: z.int().min(0).meta({
      description: 'The workers that do not call it now, because their last calls had no response.',
    }),
    silentSince: timestamp.optional().meta({ description: 'Since when the first of them has no response.' }),
    lastFailure: z
      .strictObject({ at: timestamp, code: z.string() })
      .optional()
      .meta({ description: 'The last call without a response of all living workers, since they started.' }),
  })
  .meta({ id: 'CalledSystem' });

const workerFleet = z
  .strictObject({ workers: z.array(worker), systems: z.array(calledSystem) })
  .meta({ id: 'WorkerFleet' });

export type WorkerFleet = z.infer<typeof workerFleet>;

export const getWorkersRoute = defineRoute({
  name: 'getWorkers',
  method: 'get',
  path: '/workers',
  tag: 'orders',
  summary: 'Show the workers and the systems that they call',
  description:
    'Each worker reports every 10 seconds. One that ended by itself is gone from the list; one that was killed stays ' +
    'for a day, with the time at which it was seen last. The list has the 1,000 that reported last, the living first.',
  scope: 'operator',
  cost: 'list',
  responses: { 200: { description: 'The workers and the systems.', body: workerFleet } },
  problems: [],
});
