import { createRootRoute, createRoute, createRouter, Link, lazyRouteComponent } from '@tanstack/react-router';
import { Compass } from 'lucide-react';
import { readAuditSearch } from './audit/audit-search.ts';
import { OrderPage } from './order/order-page.tsx';
import { OrdersPage } from './orders/orders-page.tsx';
import { readOrdersSearch } from './orders/orders-search.ts';
import { parseSearch, stringifySearch } from './shell/search-text.ts';
import { Shell } from './shell/shell.tsx';
import { Empty } from './ui/state.tsx';

/** A search parameter that is a text, or nothing. */
const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

const root = createRootRoute({ component: Shell, notFoundComponent: NotFound });

const index = createRoute({
  getParentRoute: () => root,
  path: '/',
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
  component: lazyRouteComponent(() => import('./line/line-page.tsx'), 'LinePage'),
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
  component: lazyRouteComponent(() => import('./resources/resource-page.tsx'), 'ResourcePage'),
});

const keysRoute = createRoute({
  getParentRoute: () => root,
  path: '/keys',
  component: lazyRouteComponent(() => import('./keys/keys-page.tsx'), 'KeysPage'),
});

const peopleRoute = createRoute({
  getParentRoute: () => root,
  path: '/people',
  component: lazyRouteComponent(() => import('./people/people-page.tsx'), 'PeoplePage'),
});

const brokersRoute = createRoute({
  getParentRoute: () => root,
  path: '/brokers',
  component: lazyRouteComponent(() => import('./brokers/brokers-page.tsx'), 'BrokersPage'),
});

const brokerRoute = createRoute({
  getParentRoute: () => root,
  path: '/brokers/$brokerId',
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
  lineRoute,
  poolsRoute,
  poolRoute,
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
    <Empty icon={<Compass size={22} aria-hidden />} title="There is no page at this address">
      <Link to="/orders">Orders that need attention</Link>
    </Empty>
  );
}
