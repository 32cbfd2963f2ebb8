import { createRootRoute, createRoute, createRouter, Link, lazyRouteComponent } from '@tanstack/react-router';
import { Compass } from 'lucide-react';
import { queryClient } from './api/query-client.ts';
import { readAuditSearch } from './audit/audit-search.ts';
import { prefetchIncidents } from './incidents/use-incidents.ts';
import { t } from './language/translate.ts';
import { readTexts } from './lists/filters.ts';
import { OrderPage } from './order/order-page.tsx';
import { OrdersPage } from './orders/orders-page.tsx';
import { readOrdersSearch } from './orders/orders-search.ts';
import { parseSearch, stringifySearch } from './shell/search-text.ts';
import { Shell } from './shell/shell.tsx';
import { Empty } from './ui/state.tsx';

/** A search parameter that is a text, or nothing. */
const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** The action whose form is open, and the order that the last one has placed. */
const readAction = (search: Record<string, unknown>): { do?: string | undefined; order?: string | undefined } => ({
  do: text(search['do']),
  order: text(search['order']),
});

const root = createRootRoute({ component: Shell, notFoundComponent: NotFound });

const index = createRoute({
  getParentRoute: () => root,
  path: '/',
  loader: () => void prefetchIncidents(queryClient),
  component: lazyRouteComponent(() => import('./overview/overview-page.tsx'), 'OverviewPage'),
});

export const ordersRoute = createRoute({
  getParentRoute: () => root,
  path: '/orders',
  validateSearch: readOrdersSearch,
  component: OrdersPage,
});

const orderRoute = createRoute({ getParentRoute: () => root, path: '/orders/$orderId', component: OrderPage });

const incidentsRoute = createRoute({
  getParentRoute: () => root,
  path: '/incidents',
  loader: () => void prefetchIncidents(queryClient),
  component: lazyRouteComponent(() => import('./incidents/incidents-page.tsx'), 'IncidentsPage'),
});

const incidentRoute = createRoute({
  getParentRoute: () => root,
  path: '/incidents/$type/$step/$errorCode',
  component: lazyRouteComponent(() => import('./incidents/incident-page.tsx'), 'IncidentPage'),
});

const batchesRoute = createRoute({
  getParentRoute: () => root,
  path: '/batches',
  component: lazyRouteComponent(() => import('./batches/batches-page.tsx'), 'BatchesPage'),
});

const batchRoute = createRoute({
  getParentRoute: () => root,
  path: '/batches/$batchId',
  validateSearch: (search: Record<string, unknown>): { outcome?: string | undefined; broker?: string | undefined } => ({
    outcome: text(search['outcome']),
    broker: text(search['broker']),
  }),
  component: lazyRouteComponent(() => import('./batches/batch-page.tsx'), 'BatchPage'),
});

const searchRoute = createRoute({
  getParentRoute: () => root,
  path: '/search',
  validateSearch: (search: Record<string, unknown>): { q?: string | undefined } => ({ q: text(search['q']) }),
  component: lazyRouteComponent(() => import('./search/search-page.tsx'), 'SearchPage'),
});

const lineRoute = createRoute({
  getParentRoute: () => root,
  path: '/lines/$lineId',
  validateSearch: readAction,
  component: lazyRouteComponent(() => import('./line/line-page.tsx'), 'LinePage'),
});

const linesRoute = createRoute({
  getParentRoute: () => root,
  path: '/lines',
  validateSearch: readTexts,
  component: lazyRouteComponent(() => import('./lines/lines-page.tsx'), 'LinesPage'),
});

const driftsRoute = createRoute({
  getParentRoute: () => root,
  path: '/drifts',
  validateSearch: readTexts,
  component: lazyRouteComponent(() => import('./drifts/drifts-page.tsx'), 'DriftsPage'),
});

const driftRoute = createRoute({
  getParentRoute: () => root,
  path: '/drifts/$driftId',
  component: lazyRouteComponent(() => import('./drifts/drift-page.tsx'), 'DriftPage'),
});

const holdersRoute = createRoute({
  getParentRoute: () => root,
  path: '/holders',
  validateSearch: readTexts,
  component: lazyRouteComponent(() => import('./holders/holders-page.tsx'), 'HoldersPage'),
});

const holderRoute = createRoute({
  getParentRoute: () => root,
  path: '/holders/$holderId',
  validateSearch: readAction,
  component: lazyRouteComponent(() => import('./holders/holder-page.tsx'), 'HolderPage'),
});

const subscriptionsRoute = createRoute({
  getParentRoute: () => root,
  path: '/subscriptions',
  validateSearch: readTexts,
  component: lazyRouteComponent(() => import('./subscriptions/subscriptions-page.tsx'), 'SubscriptionsPage'),
});

const subscriptionRoute = createRoute({
  getParentRoute: () => root,
  path: '/subscriptions/$subscriptionId',
  validateSearch: readAction,
  component: lazyRouteComponent(() => import('./subscriptions/subscription-page.tsx'), 'SubscriptionPage'),
});

const resourcesRoute = createRoute({
  getParentRoute: () => root,
  path: '/resources',
  validateSearch: readTexts,
  component: lazyRouteComponent(() => import('./resources/resources-page.tsx'), 'ResourcesPage'),
});

const portInsRoute = createRoute({
  getParentRoute: () => root,
  path: '/port-ins',
  validateSearch: readTexts,
  component: lazyRouteComponent(() => import('./portability/ports-page.tsx'), 'PortInsPage'),
});

const portInRoute = createRoute({
  getParentRoute: () => root,
  path: '/port-ins/$portInId',
  validateSearch: readAction,
  component: lazyRouteComponent(() => import('./portability/port-page.tsx'), 'PortInPage'),
});

const portOutsRoute = createRoute({
  getParentRoute: () => root,
  path: '/port-outs',
  validateSearch: readTexts,
  component: lazyRouteComponent(() => import('./portability/ports-page.tsx'), 'PortOutsPage'),
});

const portOutRoute = createRoute({
  getParentRoute: () => root,
  path: '/port-outs/$portOutId',
  validateSearch: readAction,
  component: lazyRouteComponent(() => import('./portability/port-page.tsx'), 'PortOutPage'),
});

const portWindowsRoute = createRoute({
  getParentRoute: () => root,
  path: '/port-windows',
  component: lazyRouteComponent(() => import('./portability/windows-page.tsx'), 'PortWindowsPage'),
});

const invoicesRoute = createRoute({
  getParentRoute: () => root,
  path: '/invoices',
  validateSearch: readTexts,
  component: lazyRouteComponent(() => import('./invoices/invoices-page.tsx'), 'InvoicesPage'),
});

const invoiceRoute = createRoute({
  getParentRoute: () => root,
  path: '/invoices/$invoiceId',
  component: lazyRouteComponent(() => import('./invoices/invoice-page.tsx'), 'InvoicePage'),
});

const paymentsRoute = createRoute({
  getParentRoute: () => root,
  path: '/payments',
  validateSearch: readTexts,
  component: lazyRouteComponent(() => import('./payments/payments-page.tsx'), 'PaymentsPage'),
});

const paymentRoute = createRoute({
  getParentRoute: () => root,
  path: '/payments/$paymentId',
  component: lazyRouteComponent(() => import('./payments/payment-page.tsx'), 'PaymentPage'),
});

const refundsRoute = createRoute({
  getParentRoute: () => root,
  path: '/refunds',
  validateSearch: readTexts,
  component: lazyRouteComponent(() => import('./payments/payments-page.tsx'), 'RefundsPage'),
});

const refundRoute = createRoute({
  getParentRoute: () => root,
  path: '/refunds/$refundId',
  component: lazyRouteComponent(() => import('./payments/payment-page.tsx'), 'RefundPage'),
});

const taxReceiptsRoute = createRoute({
  getParentRoute: () => root,
  path: '/tax-receipts',
  validateSearch: readTexts,
  component: lazyRouteComponent(() => import('./tax-receipts/tax-receipts-page.tsx'), 'TaxReceiptsPage'),
});

const taxReceiptRoute = createRoute({
  getParentRoute: () => root,
  path: '/tax-receipts/$taxReceiptId',
  component: lazyRouteComponent(() => import('./tax-receipts/tax-receipt-page.tsx'), 'TaxReceiptPage'),
});

const offersRoute = createRoute({
  getParentRoute: () => root,
  path: '/offers',
  validateSearch: readTexts,
  component: lazyRouteComponent(() => import('./offers/offers-page.tsx'), 'OffersPage'),
});

const offerRoute = createRoute({
  getParentRoute: () => root,
  path: '/offers/$offerId',
  validateSearch: (search: Record<string, unknown>): { left?: string | undefined; right?: string | undefined } => ({
    left: text(search['left']),
    right: text(search['right']),
  }),
  component: lazyRouteComponent(() => import('./offers/offer-page.tsx'), 'OfferPage'),
});

const moveInsRoute = createRoute({
  getParentRoute: () => root,
  path: '/move-ins',
  validateSearch: readTexts,
  component: lazyRouteComponent(() => import('./move-ins/move-ins-page.tsx'), 'MoveInsPage'),
});

const moveInRoute = createRoute({
  getParentRoute: () => root,
  path: '/move-ins/$moveInId',
  validateSearch: readTexts,
  component: lazyRouteComponent(() => import('./move-ins/move-in-page.tsx'), 'MoveInPage'),
});

const poolsRoute = createRoute({
  getParentRoute: () => root,
  path: '/pools',
  component: lazyRouteComponent(() => import('./pools/pools-page.tsx'), 'PoolsPage'),
});

const readStatus = (search: Record<string, unknown>): { status?: string | undefined } => ({
  status: text(search['status']),
});

const poolRoute = createRoute({
  getParentRoute: () => root,
  path: '/pools/$poolId',
  validateSearch: readStatus,
  component: lazyRouteComponent(() => import('./pools/pool-page.tsx'), 'PoolPage'),
});

const resourceRoute = createRoute({
  getParentRoute: () => root,
  path: '/resources/$resourceId',
  validateSearch: readAction,
  component: lazyRouteComponent(() => import('./resources/resource-page.tsx'), 'ResourcePage'),
});

const keysRoute = createRoute({
  getParentRoute: () => root,
  path: '/keys',
  validateSearch: readAction,
  component: lazyRouteComponent(() => import('./keys/keys-page.tsx'), 'KeysPage'),
});

const peopleRoute = createRoute({
  getParentRoute: () => root,
  path: '/people',
  validateSearch: readAction,
  component: lazyRouteComponent(() => import('./people/people-page.tsx'), 'PeoplePage'),
});

const rolesRoute = createRoute({
  getParentRoute: () => root,
  path: '/roles',
  validateSearch: readAction,
  component: lazyRouteComponent(() => import('./people/roles/roles-page.tsx'), 'RolesPage'),
});

const brokersRoute = createRoute({
  getParentRoute: () => root,
  path: '/brokers',
  validateSearch: readAction,
  component: lazyRouteComponent(() => import('./brokers/brokers-page.tsx'), 'BrokersPage'),
});

const brokerRoute = createRoute({
  getParentRoute: () => root,
  path: '/brokers/$brokerId',
  validateSearch: readAction,
  component: lazyRouteComponent(() => import('./brokers/broker-page.tsx'), 'BrokerPage'),
});

const unansweredStates = ['STOPPED', 'WAITING', 'ENDED'] as const;

const unansweredRoute = createRoute({
  getParentRoute: () => root,
  path: '/unanswered',
  validateSearch: (search: Record<string, unknown>): { status?: (typeof unansweredStates)[number] | undefined } => ({
    status: unansweredStates.find((status) => status === search['status']),
  }),
  component: lazyRouteComponent(() => import('./unanswered/unanswered-page.tsx'), 'UnansweredPage'),
});

const auditRoute = createRoute({
  getParentRoute: () => root,
  path: '/audit',
  validateSearch: readAuditSearch,
  component: lazyRouteComponent(() => import('./audit/audit-page.tsx'), 'AuditPage'),
});

const webhooksRoute = createRoute({
  getParentRoute: () => root,
  path: '/webhooks',
  validateSearch: readStatus,
  component: lazyRouteComponent(() => import('./webhooks/webhooks-page.tsx'), 'WebhooksPage'),
});

const endpointRoute = createRoute({
  getParentRoute: () => root,
  path: '/webhooks/$endpointId',
  validateSearch: readStatus,
  component: lazyRouteComponent(() => import('./webhooks/endpoint-page.tsx'), 'EndpointPage'),
});

const deliveryRoute = createRoute({
  getParentRoute: () => root,
  path: '/deliveries/$deliveryId',
  component: lazyRouteComponent(() => import('./webhooks/delivery-page.tsx'), 'DeliveryPage'),
});

const workRoute = createRoute({
  getParentRoute: () => root,
  path: '/work',
  component: lazyRouteComponent(() => import('./work/work-page.tsx'), 'WorkPage'),
});

const reportsRoute = createRoute({
  getParentRoute: () => root,
  path: '/reports',
  validateSearch: (search: Record<string, unknown>): { days?: string | undefined; type?: string | undefined } => ({
    days: text(search['days']),
    type: text(search['type']),
  }),
  component: lazyRouteComponent(() => import('./reports/reports-page.tsx'), 'ReportsPage'),
});

const routeTree = root.addChildren([
  index,
  ordersRoute,
  orderRoute,
  incidentsRoute,
  incidentRoute,
  batchesRoute,
  batchRoute,
  searchRoute,
  linesRoute,
  lineRoute,
  driftsRoute,
  driftRoute,
  holdersRoute,
  holderRoute,
  subscriptionsRoute,
  subscriptionRoute,
  portInsRoute,
  portInRoute,
  portOutsRoute,
  portOutRoute,
  portWindowsRoute,
  invoicesRoute,
  invoiceRoute,
  paymentsRoute,
  paymentRoute,
  refundsRoute,
  refundRoute,
  taxReceiptsRoute,
  taxReceiptRoute,
  offersRoute,
  offerRoute,
  moveInsRoute,
  moveInRoute,
  poolsRoute,
  poolRoute,
  resourcesRoute,
  resourceRoute,
  webhooksRoute,
  endpointRoute,
  deliveryRoute,
  workRoute,
  reportsRoute,
  unansweredRoute,
  brokersRoute,
  brokerRoute,
  peopleRoute,
  rolesRoute,
  keysRoute,
  auditRoute,
]);

export const router = createRouter({
  routeTree,
  basepath: '/console',
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

function NotFound() {
  return (
    <Empty icon={<Compass size={22} aria-hidden />} title={t('There is no page at this address')}>
      <Link to="/orders">{t('Orders that need attention')}</Link>
    </Empty>
  );
}
