import { cancelPortIn } from '@linework/portability/port-ins/cancel-port-in';
import { correctPortIn } from '@linework/portability/port-ins/correct-port-in';
import { createPortIn } from '@linework/portability/port-ins/create-port-in';
import { findPortIn } from '@linework/portability/port-ins/find-port-in';
import { listPortIns } from '@linework/portability/port-ins/list-port-ins';
import {
  cancelPortInRoute,
  correctPortInRoute,
  createPortInRoute,
  getPortInRoute,
  listPortInEventsRoute,
  listPortInsRoute,
} from '@linework/schemas/portability/port-ins.routes';
import { accepted, eventsOf, page, record } from '../request/endpoint.ts';

export const portIns = {
  '/portability/port-ins': {
    get: page(listPortInsRoute, ({ query, caller }, { db }) => listPortIns(db, caller, query)),
    post: accepted(createPortInRoute, '/portability/port-ins', ({ body, caller, correlationId }, { db }) =>
      createPortIn(db, { caller, correlationId, ...body }),
    ),
    '/{id}': {
      get: record(getPortInRoute, ({ params, caller }, { db }) => findPortIn(db, { caller, portInId: params.id })),
      '/events': { get: eventsOf(listPortInEventsRoute, 'port-in') },
      '/cancel': {
        post: accepted(cancelPortInRoute, '/portability/port-ins', ({ params, caller }, { db }) =>
          cancelPortIn(db, { caller, portInId: params.id }),
        ),
      },
      '/correct': {
        post: accepted(correctPortInRoute, '/portability/port-ins', ({ params, body, caller }, { db }) =>
          correctPortIn(db, { caller, portInId: params.id, ...body }),
        ),
      },
    },
  },
} as const;
