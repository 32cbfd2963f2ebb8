import type { KeyScope } from '@linework/sdk';
import {
  Activity,
  ArrowLeftRight,
  Banknote,
  Building2,
  CardSim,
  ChartColumn,
  CirclePause,
  Contact,
  Database,
  Diff,
  FileText,
  KeyRound,
  Layers,
  ListChecks,
  type LucideIcon,
  PackageOpen,
  PhoneMissed,
  Receipt,
  Repeat,
  ScrollText,
  Search,
  Smartphone,
  Tags,
  TriangleAlert,
  Users,
  Webhook,
} from 'lucide-react';
import { hasScope, useSession } from '../api/session.ts';
import { t } from '../language/translate.ts';

export interface Page {
  readonly path:
    | '/'
    | '/incidents'
    | '/orders'
    | '/batches'
    | '/search'
    | '/lines'
    | '/drifts'
    | '/holders'
    | '/subscriptions'
    | '/resources'
    | '/port-ins'
    | '/invoices'
    | '/payments'
    | '/tax-receipts'
    | '/offers'
    | '/move-ins'
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
  /** The scope that reads what is on it. Without one everybody sees it. */
  readonly scope?: KeyScope;
  /** It begins a group of pages. */
  readonly beginsGroup?: true;
}

/** The pages of the navigation, in their order. */
export const pages: readonly Page[] = [
  { path: '/', name: t('Overview'), icon: Activity, key: 'h', scope: 'operator', isTab: true },
  { path: '/incidents', name: t('Incidents'), icon: TriangleAlert, key: 'i', scope: 'operator', isTab: true },
  { path: '/orders', name: t('Orders'), icon: ListChecks, key: 'o', scope: 'orders:read', isTab: true },
  { path: '/batches', name: t('Batches'), icon: Layers, key: 'b', scope: 'orders:read' },
  { path: '/search', name: t('Search'), icon: Search, key: 's', isTab: true },
  { path: '/lines', name: t('Lines'), icon: Smartphone, key: 'l', scope: 'lines:read', beginsGroup: true },
  { path: '/drifts', name: t('Drifts'), icon: Diff, key: 'j', scope: 'lines:read' },
  { path: '/holders', name: t('Holders'), icon: Contact, key: 'c', scope: 'holders:read' },
  { path: '/subscriptions', name: t('Subscriptions'), icon: Repeat, key: 'v', scope: 'subscriptions:read' },
  { path: '/port-ins', name: t('Porting'), icon: ArrowLeftRight, key: 't', scope: 'portability:read' },
  { path: '/resources', name: t('Numbers and SIMs'), icon: CardSim, key: 'n', scope: 'inventory:read' },
  { path: '/pools', name: t('Pools'), icon: Database, key: 'p', scope: 'inventory:read' },
  { path: '/move-ins', name: t('Move-ins'), icon: PackageOpen, key: 'd', scope: 'inventory:import' },
  {
    path: '/invoices',
    name: t('Invoices'),
    icon: FileText,
    key: 'f',
    scope: 'subscriptions:read',
    beginsGroup: true,
  },
  { path: '/payments', name: t('Payments'), icon: Banknote, key: 'm', scope: 'payments:read' },
  { path: '/tax-receipts', name: t('Tax receipts'), icon: Receipt, key: 'x', scope: 'tax-receipts:read' },
  { path: '/offers', name: t('Offers'), icon: Tags, key: 'z', scope: 'catalog:read' },
  { path: '/webhooks', name: t('Webhooks'), icon: Webhook, key: 'w', scope: 'webhooks:read', beginsGroup: true },
  { path: '/work', name: t('Pauses and queues'), icon: CirclePause, key: 'q', scope: 'operator' },
  { path: '/unanswered', name: t('Unanswered calls'), icon: PhoneMissed, key: 'u', scope: 'operator' },
  { path: '/reports', name: t('Reports'), icon: ChartColumn, key: 'e', scope: 'orders:read' },
  { path: '/audit', name: t('Audit'), icon: ScrollText, key: 'a', scope: 'events:read', beginsGroup: true },
  { path: '/brokers', name: t('Brokers'), icon: Building2, key: 'r', scope: 'operator' },
  { path: '/people', name: t('People'), icon: Users, key: 'y', scope: 'people:read' },
  { path: '/keys', name: t('API keys'), icon: KeyRound, key: 'k', scope: 'keys:read' },
];

/** The pages that the person may read. */
export function usePages(): readonly Page[] {
  const { data } = useSession();
  return pages.filter(({ scope }) => hasScope(data, scope));
}
