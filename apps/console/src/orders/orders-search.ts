import { openStatuses, orderLifecycle, unresolvedStatuses } from '@linework/schemas/lifecycles/order.lifecycle';
import { orderTypeCodes } from '@linework/schemas/orders/order-types';
import { t } from '../language/translate.ts';
import { type Filter, statusFilter } from '../lists/filters.ts';

/** The filters of `GET /orders` that the address of the page may have. @internal */
export const filterNames = [
  'status',
  'type',
  'step',
  'errorCode',
  'brokerId',
  'superseded',
  'paused',
  'msisdn',
  'lineId',
  'resourceId',
  'externalCode',
  'correlationId',
  'bulkOperationId',
  'createdAtFrom',
  'createdAtTo',
  'updatedAtFrom',
  'updatedAtTo',
] as const;
export type FilterName = (typeof filterNames)[number];

const sortNames = ['sortBy', 'sortOrder'] as const;

export type OrdersSearch = { readonly [name in FilterName | (typeof sortNames)[number]]?: string | undefined };

/** Keeps what is a filter or a sort order; anything else in the address is left out. */
export function readOrdersSearch(search: Record<string, unknown>): OrdersSearch {
  const kept = [...filterNames, ...sortNames].filter((name) => typeof search[name] === 'string' && search[name] !== '');
  return Object.fromEntries(kept.map((name) => [name, search[name] as string]));
}

/** A status of the address that means no filter by status. */
export const anyStatus = 'any';

const attention = { status: unresolvedStatuses.join(','), superseded: 'false' } as const;

/** The views with a name. The first has an empty address: what failed and is not repaired. */
export const views = [
  { id: 'attention', name: t('Needs attention'), search: {} },
  { id: 'open', name: t('Open'), search: { status: openStatuses.join(',') } },
  { id: 'completed', name: t('Completed'), search: { status: 'COMPLETED' } },
  { id: 'all', name: t('All'), search: { status: anyStatus } },
] as const satisfies readonly { readonly id: string; readonly name: string; readonly search: OrdersSearch }[];

/** The filter that the API gets. Without a status it is what failed and is not repaired. */
export function toOrderFilter(search: OrdersSearch): Readonly<Record<string, string>> {
  const given = filterNames.flatMap((name) => (search[name] === undefined ? [] : [[name, search[name]] as const]));
  const filter = Object.fromEntries(given);
  if (filter['status'] === anyStatus) {
    const { status, ...others } = filter;
    return others;
  }
  if (filter['status'] !== undefined) return filter;
  return { ...attention, ...filter };
}

/** The view of a search; undefined if its status is none of them. */
export const findView = ({ status, superseded }: OrdersSearch) =>
  views.find(({ search }) => (search as OrdersSearch).status === status && superseded === undefined);

/** The filters as a person sees them. */
export const orderFilters: readonly Filter<FilterName>[] = [
  statusFilter(orderLifecycle),
  { name: 'type', label: t('Type'), values: orderTypeCodes },
  { name: 'step', label: t('Failed step') },
  { name: 'errorCode', label: t('Error') },
  { name: 'brokerId', label: t('Broker'), values: 'broker' },
  { name: 'superseded', label: t('Superseded'), values: 'flag' },
  { name: 'paused', label: t('Waits for a pause'), values: 'flag' },
  { name: 'msisdn', label: t('Number') },
  { name: 'lineId', label: t('Line') },
  { name: 'resourceId', label: t('Resource') },
  { name: 'externalCode', label: t('External code') },
  { name: 'correlationId', label: t('Correlation id') },
  { name: 'bulkOperationId', label: t('Batch') },
  { name: 'createdAtFrom', label: t('Placed since'), values: 'time' },
  { name: 'createdAtTo', label: t('Placed until'), values: 'time' },
  { name: 'updatedAtFrom', label: t('Changed since'), values: 'time' },
  { name: 'updatedAtTo', label: t('Changed until'), values: 'time' },
];

/**
 * The search with one filter set, or removed. The first view is of what nothing has superseded; a status of it stays
 * so; without its status it is all orders, not the first view again.
 */
export function withFilter(search: OrdersSearch, name: FilterName, value: string | undefined): OrdersSearch {
  if (name !== 'status') return { ...search, [name]: value };
  if (value === undefined) return { ...search, status: anyStatus };
  return { ...search, status: value, ...(search.status === undefined && { superseded: attention.superseded }) };
}
