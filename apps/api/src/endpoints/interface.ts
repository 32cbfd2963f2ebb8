import type { Route } from '@linework/http/define-route';
import { defineInterface } from '../request/define-interface.ts';
import { apiKeys } from './api-keys.ts';
import { audit } from './audit.ts';
import { backlog } from './backlog.ts';
import { brokers } from './brokers.ts';
import { bulkOperations } from './bulk-operations.ts';
import { drifts } from './drifts.ts';
import { events } from './events.ts';
import { holders } from './holders.ts';
import { incidents } from './incidents.ts';
import { invoices } from './invoices.ts';
import { lines } from './lines.ts';
import { meta } from './meta.ts';
import { moveIns } from './move-ins.ts';
import { offers } from './offers.ts';
import { operators } from './operators.ts';
import { orders } from './orders.ts';
import { pauses } from './pauses.ts';
import { paymentMethods } from './payment-methods.ts';
import { payments } from './payments.ts';
import { pools } from './pools.ts';
import { portIns } from './port-ins.ts';
import { portOuts } from './port-outs.ts';
import { portability } from './portability.ts';
import { queues } from './queues.ts';
import { rangeRegistry, ranges } from './ranges.ts';
import { refunds } from './refunds.ts';
import { reservations } from './reservations.ts';
import { resourceTypes } from './resource-types.ts';
import { resources } from './resources.ts';
import { savedViews } from './saved-views.ts';
import { search } from './search.ts';
import { subscriptions } from './subscriptions.ts';
import { suppliers } from './suppliers.ts';
import { taxRates } from './tax-rates.ts';
import { taxReceipts } from './tax-receipts.ts';
import { unansweredCalls } from './unanswered-calls.ts';
import { usage } from './usage.ts';
import { webhookDeliveries } from './webhook-deliveries.ts';
import { webhookEndpoints } from './webhook-endpoints.ts';

/**
 * The interface: the endpoints of every noun. The router, the OpenAPI document and the tests are made from it. An
 * endpoint under another method or path than its contract names does not compile.
 */
export const endpoints = defineInterface([
  lines,
  usage,
  resourceTypes,
  pools,
  resources,
  rangeRegistry,
  ranges,
  reservations,
  bulkOperations,
  moveIns,
  drifts,
  paymentMethods,
  invoices,
  payments,
  refunds,
  holders,
  taxRates,
  suppliers,
  taxReceipts,
  subscriptions,
  offers,
  portIns,
  portability,
  portOuts,
  orders,
  search,
  audit,
  backlog,
  queues,
  incidents,
  pauses,
  savedViews,
  unansweredCalls,
  brokers,
  events,
  apiKeys,
  operators,
  meta,
  webhookEndpoints,
  webhookDeliveries,
]);

/** The contracts of all endpoints, in the same order. */
export const routes: readonly Route[] = endpoints.map(({ route }) => route);
