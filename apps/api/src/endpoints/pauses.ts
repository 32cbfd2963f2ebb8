import { createPause, endPause } from '@linework/engine/commands/pause-work';
import { findPause, listPauses } from '@linework/orders/pauses/list-pauses';
import {
  createPauseRoute,
  endPauseRoute,
  getPauseRoute,
  listPausesRoute,
} from '@linework/schemas/pauses/pauses.routes';
import { endpoint, page, record } from '../request/endpoint.ts';

export const pauses = {
  '/pauses': {
    get: page(listPausesRoute, ({ query }, { db }) => listPauses(db, query)),
    post: endpoint(createPauseRoute, async ({ body, caller }, { db, orderTypes }) => {
      const id = await createPause(db, orderTypes, { caller, ...body });
      return { status: 201, headers: { Location: `/pauses/${id}` }, body: await findPause(db, id) };
    }),
    '/{id}': {
      get: record(getPauseRoute, ({ params }, { db }) => findPause(db, params.id)),
      '/resume': {
        post: endpoint(endPauseRoute, async ({ params, body, caller }, { db }) => {
          await endPause(db, { caller, pauseId: params.id, reason: body.reason });
          return { status: 200, body: await findPause(db, params.id) };
        }),
      },
    },
  },
} as const;
