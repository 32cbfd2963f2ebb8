import { cancelPortOut } from '@linework/portability/port-outs/cancel-port-out';
import { createPortOut } from '@linework/portability/port-outs/create-port-out';
import { findPortOut } from '@linework/portability/port-outs/find-port-out';
import { listPortOuts } from '@linework/portability/port-outs/list-port-outs';
import {
  cancelPortOutRoute,
  createPortOutRoute,
  getPortOutRoute,
  listPortOutEventsRoute,
  listPortOutsRoute,
} from '@linework/schemas/portability/port-outs.routes';
import { accepted, eventsOf, page, record } from '../request/endpoint.ts';

export const portOuts = {
  '/portability/port-outs': {
    get: page(listPortOutsRoute, ({ query, caller }, { db }) => listPortOuts(db, caller, query)),
    post: accepted(createPortOutRoute, '/portability/port-outs', ({ body, caller, correlationId }, { db }) =>
      createPortOut(db, { caller, correlationId, ...body }),
    ),
    '/{id}': {
      get: record(getPortOutRoute, ({ params, caller }, { db }) => findPortOut(db, { caller, portOutId: params.id })),
      '/cancel': {
        post: accepted(cancelPortOutRoute, '/portability/port-outs', ({ params, caller }, { db }) =>
          cancelPortOut(db, { caller, portOutId: params.id }),
        ),
      },
      '/events': { get: eventsOf(listPortOutEventsRoute, 'port-out') },
    },
  },
} as const;
