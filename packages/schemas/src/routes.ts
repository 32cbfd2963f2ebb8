import { createApiKeyRoute } from './keys/create-api-key.route.ts';
import { listApiKeysRoute } from './keys/list-api-keys.route.ts';
import { revokeApiKeyRoute } from './keys/revoke-api-key.route.ts';
import { rollApiKeyRoute } from './keys/roll-api-key.route.ts';
import { activateLineRoute } from './lines/activate-line.route.ts';
import { blockLineRoute } from './lines/block-line.route.ts';
import { changeLineRoute } from './lines/change-line.route.ts';
import { deleteLineByVerbRoute, deleteLineRoute } from './lines/delete-line.route.ts';
import { getLineRoute } from './lines/get-line.route.ts';
import { listLineEventsRoute } from './lines/list-line-events.route.ts';
import { listLinesRoute } from './lines/list-lines.route.ts';
import { unblockLineRoute } from './lines/unblock-line.route.ts';
import { getLifecycleRoute } from './meta/get-lifecycle.route.ts';
import { getProblemRoute } from './meta/get-problem.route.ts';
import { listLifecyclesRoute } from './meta/list-lifecycles.route.ts';
import { listOrderTypesRoute } from './meta/list-order-types.route.ts';
import { cancelOrderRoute } from './orders/cancel-order.route.ts';
import { getOrderRoute } from './orders/get-order.route.ts';
import { listOrdersRoute } from './orders/list-orders.route.ts';
import { retryOrderRoute } from './orders/retry-order.route.ts';
import { rollbackOrderRoute } from './orders/rollback-order.route.ts';

/** Every operation of the interface, in the order in which the document shows them. */
export const routes = [
  listLinesRoute,
  getLineRoute,
  changeLineRoute,
  activateLineRoute,
  blockLineRoute,
  unblockLineRoute,
  deleteLineRoute,
  deleteLineByVerbRoute,
  listLineEventsRoute,
  listOrdersRoute,
  getOrderRoute,
  cancelOrderRoute,
  retryOrderRoute,
  rollbackOrderRoute,
  listApiKeysRoute,
  createApiKeyRoute,
  rollApiKeyRoute,
  revokeApiKeyRoute,
  listLifecyclesRoute,
  getLifecycleRoute,
  listOrderTypesRoute,
  getProblemRoute,
] as const;
