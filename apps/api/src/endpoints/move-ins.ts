import { balanceMoveIn, listFindings, listMoveIns, listRows } from '@linework/move-in/list-move-ins';
import { createMoveIn, decideMoveIn, findMoveIn, requestStage } from '@linework/move-in/move-ins';
import { uploadFile } from '@linework/move-in/upload-file';
import {
  adoptMoveInRoute,
  checkMoveInRoute,
  compareMoveInRoute,
  createMoveInRoute,
  decideMoveInRoute,
  getMoveInBalanceRoute,
  getMoveInRoute,
  listMoveInEventsRoute,
  listMoveInFindingsRoute,
  listMoveInRowsRoute,
  listMoveInsRoute,
  undoMoveInRoute,
  uploadMoveInFileRoute,
} from '@linework/schemas/move-ins/move-ins.routes';
import { accepted, created, eventsOf, page, record } from '../request/endpoint.ts';

export const moveIns = {
  '/move-ins': {
    get: page(listMoveInsRoute, ({ query, caller }, { db }) => listMoveIns(db, caller, query)),
    post: created(createMoveInRoute, '/move-ins', ({ body, caller }, { db }) => createMoveIn(db, { caller, ...body })),
    '/{id}': {
      get: record(getMoveInRoute, ({ params, caller }, { db }) => findMoveIn(db, { caller, moveInId: params.id })),
      '/files': {
        post: record(uploadMoveInFileRoute, ({ params, query, stream, caller }, { db, keyWrapper, runInTurn }) =>
          uploadFile(db, {
            caller,
            moveInId: params.id,
            kind: query.kind,
            file: stream,
            keyWrapper,
            throttleWrite: (write) => runInTurn(caller, write),
          }),
        ),
      },
      '/decisions': {
        post: record(decideMoveInRoute, ({ params, body, caller }, { db }) =>
          decideMoveIn(db, { caller, moveInId: params.id, ...body }),
        ),
      },
      '/check': {
        post: accepted(checkMoveInRoute, '/move-ins', ({ params, caller }, { db }) =>
          requestStage(db, { caller, moveInId: params.id }, 'check'),
        ),
      },
      '/compare': {
        post: accepted(compareMoveInRoute, '/move-ins', ({ params, caller }, { db }) =>
          requestStage(db, { caller, moveInId: params.id }, 'compare'),
        ),
      },
      '/adopt': {
        post: accepted(adoptMoveInRoute, '/move-ins', ({ params, caller }, { db }) =>
          requestStage(db, { caller, moveInId: params.id }, 'adopt'),
        ),
      },
      '/undo': {
        post: accepted(undoMoveInRoute, '/move-ins', ({ params, caller }, { db }) =>
          requestStage(db, { caller, moveInId: params.id }, 'undo'),
        ),
      },
      '/findings': {
        get: page(listMoveInFindingsRoute, ({ params, query, caller }, { db }) =>
          listFindings(db, { caller, moveInId: params.id }, query),
        ),
      },
      '/rows': {
        get: page(listMoveInRowsRoute, ({ params, query, caller }, { db }) =>
          listRows(db, { caller, moveInId: params.id }, query),
        ),
      },
      '/balance': {
        get: record(getMoveInBalanceRoute, ({ params, caller }, { db }) =>
          balanceMoveIn(db, { caller, moveInId: params.id }),
        ),
      },
      '/events': { get: eventsOf(listMoveInEventsRoute, 'move-in') },
    },
  },
} as const;
