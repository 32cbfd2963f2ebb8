import {
  deleteRegisteredRange,
  listRegisteredRanges,
  registerRange,
} from '@linework/inventory/range-registry/registered-ranges';
import { createRange } from '@linework/inventory/ranges/create-range';
import { deleteRange } from '@linework/inventory/ranges/delete-range';
import { findRange } from '@linework/inventory/ranges/find-range';
import { listRanges } from '@linework/inventory/ranges/list-ranges';
import {
  deleteRegisteredRangeRoute,
  listRegisteredRangesRoute,
  registerRangeRoute,
} from '@linework/schemas/inventory/range-registry/range-registry.routes';
import {
  createRangeRoute,
  deleteRangeRoute,
  getRangeRoute,
  listRangeEventsRoute,
  listRangesRoute,
} from '@linework/schemas/inventory/ranges/ranges.routes';
import { created, eventsOf, noContent, page, record } from '../request/endpoint.ts';

export const ranges = {
  '/inventory/ranges': {
    get: page(listRangesRoute, ({ query, caller }, { db }) => listRanges(db, caller, query)),
    post: created(createRangeRoute, '/inventory/ranges', ({ body, caller }, { db, registerRange }) =>
      createRange(db, { keyId: caller.keyId, ...body }, registerRange),
    ),
    '/{id}': {
      get: record(getRangeRoute, ({ params, caller }, { db }) => findRange(db, { caller, rangeId: params.id })),
      delete: noContent(deleteRangeRoute, ({ params, caller }, { db }) =>
        deleteRange(db, { rangeId: params.id, keyId: caller.keyId }),
      ),
      '/events': { get: eventsOf(listRangeEventsRoute, 'range') },
    },
  },
} as const;

export const rangeRegistry = {
  '/range-registry': {
    get: page(listRegisteredRangesRoute, ({ query }, { db }) => listRegisteredRanges(db, query)),
    post: record(registerRangeRoute, ({ body, caller }, { db }) => registerRange(db, { keyId: caller.keyId, ...body })),
    '/{id}': {
      delete: noContent(deleteRegisteredRangeRoute, ({ params, caller }, { db }) =>
        deleteRegisteredRange(db, { id: params.id, keyId: caller.keyId }),
      ),
    },
  },
} as const;
