import type { Caller } from '@linework/auth/caller';
import { importResources } from '@linework/inventory/import/import-resources';
import { undoImport } from '@linework/inventory/import/undo-import';
import { listResources } from '@linework/inventory/resource-list/list-resources';
import { changeResource } from '@linework/inventory/resources/change-resource';
import { createResource } from '@linework/inventory/resources/create-resource';
import { findResource } from '@linework/inventory/resources/find-resource';
import { listResourceAllocations } from '@linework/inventory/resources/list-resource-allocations';
import { removeResource } from '@linework/inventory/resources/remove-resources';
import { type ResourceMoveRequest, requestResourceMove } from '@linework/inventory/resources/request-resource-move';
import { findResourceAt } from '@linework/inventory/resources/resource-history';
import { getResourceAtInstantRoute } from '@linework/schemas/inventory/resource-history';
import {
  changeResourceRoute,
  createResourceRoute,
  decommissionResourceRoute,
  getResourceRoute,
  importResourcesRoute,
  listResourceAllocationsRoute,
  listResourceEventsRoute,
  listResourcesRoute,
  recallResourceRoute,
  removeResourceRoute,
  resumeResourceRoute,
  suspendResourceRoute,
  undoImportRoute,
} from '@linework/schemas/inventory/resources.routes';
import type { Deps } from '../request/deps.ts';
import { created, eventsOf, noContent, page, record } from '../request/endpoint.ts';

interface MoveRequest {
  readonly params: { readonly id: string };
  readonly caller: Caller;
}

const moveTo =
  (request: ResourceMoveRequest) =>
  ({ params, caller }: MoveRequest, { db }: Deps) =>
    requestResourceMove(db, { caller, resourceId: params.id, request });

export const resources = {
  '/inventory/pools/{poolId}/resources': {
    post: created(createResourceRoute, '/inventory/resources', ({ params, body, caller }, { db, keyWrapper }) =>
      createResource(db, { caller, poolId: params.poolId, keyWrapper, ...body }),
    ),
    '/import': {
      post: record(importResourcesRoute, ({ params, query, stream, caller }, { db, keyWrapper, runInTurn }) =>
        importResources(db, {
          caller,
          poolId: params.poolId,
          file: stream,
          keyWrapper,
          throttleWrite: (write) => runInTurn(caller, write),
          ...query,
        }),
      ),
    },
  },
  '/inventory/resources': {
    get: page(listResourcesRoute, ({ query, caller }, { db }) => listResources(db, caller, query)),
    '/undo-import': {
      post: record(undoImportRoute, ({ body, caller }, { db, runInTurn }) =>
        undoImport(db, { caller, ...body, throttleWrite: (write) => runInTurn(caller, write) }),
      ),
    },
    '/{id}': {
      delete: noContent(removeResourceRoute, ({ params, caller }, { db }) =>
        removeResource(db, { caller, resourceId: params.id }),
      ),
      get: record(getResourceRoute, ({ params, caller }, { db }) =>
        findResource(db, { caller, resourceId: params.id }),
      ),
      patch: record(changeResourceRoute, ({ params, body, caller }, { db }) =>
        changeResource(db, { caller, resourceId: params.id, ...body }),
      ),
      '/past': {
        get: record(getResourceAtInstantRoute, ({ params, query, caller }, { db }) =>
          findResourceAt(db, { caller, resourceId: params.id, ...query }),
        ),
      },
      '/allocations': {
        get: page(listResourceAllocationsRoute, ({ params, query, caller }, { db }) =>
          listResourceAllocations(db, { caller, resourceId: params.id, ...query }),
        ),
      },
      '/events': {
        get: eventsOf(listResourceEventsRoute, 'resource'),
      },
      '/suspend': { post: record(suspendResourceRoute, moveTo('suspend')) },
      '/resume': { post: record(resumeResourceRoute, moveTo('resume')) },
      '/decommission': { post: record(decommissionResourceRoute, moveTo('decommission')) },
      '/recall': { post: record(recallResourceRoute, moveTo('recall')) },
    },
  },
} as const;
