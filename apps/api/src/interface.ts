import type { Route } from '@linework/http/define-route';
import { defineInterface } from './define-interface.ts';
import { apiKeys } from './endpoints/api-keys.ts';
import { audit } from './endpoints/audit.ts';
import { backlog } from './endpoints/backlog.ts';
import { brokers } from './endpoints/brokers.ts';
import { bulkOperations } from './endpoints/bulk-operations.ts';
import { events } from './endpoints/events.ts';
import { holders } from './endpoints/holders.ts';
import { invoices } from './endpoints/invoices.ts';
import { lines } from './endpoints/lines.ts';
import { meta } from './endpoints/meta.ts';
import { offers } from './endpoints/offers.ts';
import { operators } from './endpoints/operators.ts';
import { orders } from './endpoints/orders.ts';
import { pauses } from './endpoints/pauses.ts';
import { paymentMethods } from './endpoints/payment-methods.ts';
import { payments } from './endpoints/payments.ts';
import { pools } from './endpoints/pools.ts';
import { portIns } from './endpoints/port-ins.ts';
import { portOuts } from './endpoints/port-outs.ts';
import { portability } from './endpoints/portability.ts';
import { queues } from './endpoints/queues.ts';
import { ranges } from './endpoints/ranges.ts';
import { refunds } from './endpoints/refunds.ts';
import { reservations } from './endpoints/reservations.ts';
import { resourceTypes } from './endpoints/resource-types.ts';
import { resources } from './endpoints/resources.ts';
import { savedViews } from './endpoints/saved-views.ts';
import { search } from './endpoints/search.ts';
import { subscriptions } from './endpoints/subscriptions.ts';
import { suppliers } from './endpoints/suppliers.ts';
import { taxRates } from './endpoints/tax-rates.ts';
import { taxReceipts } from './endpoints/tax-receipts.ts';
import { unansweredCalls } from './endpoints/unanswered-calls.ts';
import { usage } from './endpoints/usage.ts';
import { webhookDeliveries } from './endpoints/webhook-deliveries.ts';
import { webhookEndpoints } from './endpoints/webhook-endpoints.ts';

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
  ranges,
  reservations,
  bulkOperations,
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
