import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { cause, instant, instantOfAnswer } from '../values/cause.ts';
import { resourceDetails } from './resource.ts';

/** A number or a SIM as it was at an instant: what has a history. */
export const resourceAtInstant = z
  .strictObject({
    ...resourceDetails.pick({ id: true, brokerId: true, externalCode: true, status: true, createdAt: true }).shape,
    customerId: z.uuid().optional().meta({ description: 'Absent if nobody had it then.' }),
    lineId: z.uuid().optional().meta({ description: 'The last line that had it in the period of its holder.' }),
    at: instantOfAnswer,
    causes: z
      .strictObject({
        status: cause.optional().meta({
          description:
            'Absent as long as it is as it was created, and if a time ran out of which there is no event yet.',
        }),
        customerId: cause.optional(),
      })
      .meta({ description: 'What made each value what it was.' }),
  })
  .meta({ id: 'ResourceAtInstant' });

export type ResourceAtInstant = z.infer<typeof resourceAtInstant>;

export const getResourceAtInstantRoute = defineRoute({
  name: 'getResourceAtInstant',
  method: 'get',
  path: '/inventory/resources/{id}/past',
  tag: 'Inventory',
  summary: 'Get a resource as it was at an instant',
  description:
    'Its status, its line and its holder, with the order or the actor that made it so. An instant before the ' +
    'resource existed is not-found, and the answer tells since when it is known. Without `at` it is the resource ' +
    'of now, as `GET /inventory/resources/{id}` has it: a reservation that ran out has ended. At an instant, it ends ' +
    'with its event.',
  scope: 'inventory:read',
  params: z.strictObject({ id: z.uuid() }),
  query: z.strictObject({ at: instant.optional() }),
  responses: { 200: { description: 'The resource at that instant.', body: resourceAtInstant } },
  problems: ['not-found'],
});
