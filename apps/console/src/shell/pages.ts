import { Activity, Database, KeyRound, Layers, ListChecks, type LucideIcon, Search, TriangleAlert } from 'lucide-react';

export interface Page {
  readonly path: '/' | '/incidents' | '/orders' | '/batches' | '/search' | '/pools' | '/keys';
  readonly name: string;
  readonly icon: LucideIcon;
  /** The second key after `g`. */
  readonly key: string;
}

/** The pages of the navigation, in their order. */
export const pages: readonly Page[] = [
  { path: '/', name: 'Overview', icon: Activity, key: 'h' },
  { path: '/incidents', name: 'Incidents', icon: TriangleAlert, key: 'i' },
  { path: '/orders', name: 'Orders', icon: ListChecks, key: 'o' },
  { path: '/batches', name: 'Batches', icon: Layers, key: 'b' },
  { path: '/search', name: 'Search', icon: Search, key: 's' },
  { path: '/pools', name: 'Pools', icon: Database, key: 'p' },
  { path: '/keys', name: 'Keys and audit', icon: KeyRound, key: 'k' },
];
