import {
  Activity,
  Building2,
  ChartColumn,
  CirclePause,
  Database,
  KeyRound,
  Layers,
  ListChecks,
  type LucideIcon,
  PhoneMissed,
  ScrollText,
  Search,
  TriangleAlert,
  Users,
  Webhook,
} from 'lucide-react';

export interface Page {
  readonly path:
    | '/'
    | '/incidents'
    | '/orders'
    | '/batches'
    | '/search'
    | '/pools'
    | '/webhooks'
    | '/work'
    | '/reports'
    | '/unanswered'
    | '/brokers'
    | '/people'
    | '/audit'
    | '/keys';
  readonly name: string;
  readonly icon: LucideIcon;
  /** The second key after `g`. */
  readonly key: string;
  /** On a narrow screen it is below the content. The others are behind *More*. */
  readonly isTab?: true;
}

/** The pages of the navigation, in their order. */
export const pages: readonly Page[] = [
  { path: '/', name: 'Overview', icon: Activity, key: 'h', isTab: true },
  { path: '/incidents', name: 'Incidents', icon: TriangleAlert, key: 'i', isTab: true },
  { path: '/orders', name: 'Orders', icon: ListChecks, key: 'o', isTab: true },
  { path: '/batches', name: 'Batches', icon: Layers, key: 'b' },
  { path: '/search', name: 'Search', icon: Search, key: 's', isTab: true },
  { path: '/pools', name: 'Pools', icon: Database, key: 'p' },
  { path: '/webhooks', name: 'Webhooks', icon: Webhook, key: 'w' },
  { path: '/work', name: 'Pauses and queues', icon: CirclePause, key: 'q' },
  { path: '/unanswered', name: 'Unanswered calls', icon: PhoneMissed, key: 'u' },
  { path: '/reports', name: 'Reports', icon: ChartColumn, key: 'e' },
  { path: '/audit', name: 'Audit', icon: ScrollText, key: 'a' },
  { path: '/brokers', name: 'Brokers', icon: Building2, key: 'r' },
  { path: '/people', name: 'People', icon: Users, key: 'y' },
  { path: '/keys', name: 'API keys', icon: KeyRound, key: 'k' },
];
