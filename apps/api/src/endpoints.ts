import type { Endpoint } from '@linework/http/implement';
import { cancelBulkOperation } from './bulk-operations/cancel-bulk-operation.ts';
import { createBulkOperation } from './bulk-operations/create-bulk-operation.ts';
import { getBulkOperation } from './bulk-operations/get-bulk-operation.ts';
import { listBulkItems } from './bulk-operations/list-bulk-items.ts';
import { listBulkOperations } from './bulk-operations/list-bulk-operations.ts';
import type { Deps } from './deps.ts';
import { changePool } from './inventory/change-pool.ts';
import { createPool } from './inventory/create-pool.ts';
import { createResourceType } from './inventory/create-resource-type.ts';
import { deletePool } from './inventory/delete-pool.ts';
import { getPool } from './inventory/get-pool.ts';
import { getResource } from './inventory/get-resource.ts';
import { listPoolResources } from './inventory/list-pool-resources.ts';
import { listPools } from './inventory/list-pools.ts';
import { listResourceAllocations } from './inventory/list-resource-allocations.ts';
import { listResourceTypes } from './inventory/list-resource-types.ts';
import { listResources } from './inventory/list-resources.ts';
import { createReservation } from './inventory/create-reservation.ts';
import { getReservation } from './inventory/get-reservation.ts';
import { extendReservation } from './inventory/extend-reservation.ts';
import { releaseReservation } from './inventory/release-reservation.ts';
import { decommissionResource, recallResource, resumeResource, suspendResource } from './inventory/move-resource.ts';
import { createApiKey } from './keys/create-api-key.ts';
import { listApiKeys } from './keys/list-api-keys.ts';
import { revokeApiKey } from './keys/revoke-api-key.ts';
import { rollApiKey } from './keys/roll-api-key.ts';
import { activateLine } from './lines/activate-line.ts';
import { blockLine } from './lines/block-line.ts';
import { changeLine } from './lines/change-line.ts';
import { deleteLine, deleteLineByVerb } from './lines/delete-line.ts';
import { getLine } from './lines/get-line.ts';
import { listLineEvents } from './lines/list-line-events.ts';
import { listLines } from './lines/list-lines.ts';
import { unblockLine } from './lines/unblock-line.ts';
import { getLifecycle } from './meta/get-lifecycle.ts';
import { getProblem } from './meta/get-problem.ts';
import { listLifecycles } from './meta/list-lifecycles.ts';
import { listOrderTypes } from './meta/list-order-types.ts';
import { cancelOrder } from './orders/cancel-order.ts';
import { getOrder } from './orders/get-order.ts';
import { listOrders } from './orders/list-orders.ts';
import { retryOrder } from './orders/retry-order.ts';
import { rollbackOrder } from './orders/rollback-order.ts';

/** Every operation with what it does, in the order of `schemas/routes.ts`. */
export const endpoints: readonly Endpoint<Deps>[] = [
  listLines,
  getLine,
  changeLine,
  activateLine,
  blockLine,
  unblockLine,
  deleteLine,
  deleteLineByVerb,
  listLineEvents,
  listResourceTypes,
  createResourceType,
  listPools,
  createPool,
  getPool,
  changePool,
  deletePool,
  listPoolResources,
  listResources,
  getResource,
  listResourceAllocations,
  suspendResource,
  resumeResource,
  decommissionResource,
  recallResource,
  createReservation,
  getReservation,
  extendReservation,
  releaseReservation,
  listBulkOperations,
  createBulkOperation,
  getBulkOperation,
  listBulkItems,
  cancelBulkOperation,
  listOrders,
  getOrder,
  cancelOrder,
  retryOrder,
  rollbackOrder,
  listApiKeys,
  createApiKey,
  rollApiKey,
  revokeApiKey,
  listLifecycles,
  getLifecycle,
  listOrderTypes,
  getProblem,
];
