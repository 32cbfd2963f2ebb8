import { openStatuses, unresolvedStatuses } from '@linework/schemas/lifecycles/order.lifecycle';

/** The filters of `GET /orders` that the address of the page may have. */
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
  { name: 'Needs attention', search: {} },
  { name: 'Open', search: { status: openStatuses.join(',') } },
  { name: 'Completed', search: { status: 'COMPLETED' } },
  { name: 'All', search: { status: anyStatus } },
] as const satisfies readonly { readonly name: string; readonly search: OrdersSearch }[];

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

const labels: Readonly<Record<FilterName, string>> = {
  status: 'Status',
  type: 'Type',
  step: 'Failed step',
  errorCode: 'Error',
  brokerId: 'Broker',
  superseded: 'Superseded',
  paused: 'Waits for a pause',
  msisdn: 'Number',
  lineId: 'Line',
  resourceId: 'Resource',
  externalCode: 'External code',
  correlationId: 'Correlation id',
  bulkOperationId: 'Batch',
  createdAtFrom: 'Placed since',
  createdAtTo: 'Placed until',
  updatedAtFrom: 'Changed since',
  updatedAtTo: 'Changed until',
};

export const labelOf = (name: FilterName): string => labels[name];

const isTime = (name: FilterName): boolean => name.endsWith('From') || name.endsWith('To');

/** The filter that a person has typed or chosen; nothing removes it. A time of the reader's clock becomes UTC. */
export function readFilterText(name: FilterName, text: string): string | undefined {
  const typed = text.trim();
  if (typed === '') return undefined;
  return isTime(name) ? new Date(typed).toISOString() : typed;
}

/** A time of the address as a field for a day and a time has it: on the reader's clock. */
export function localTime(text: string): string {
  const at = new Date(text);
  if (Number.isNaN(at.getTime())) return '';
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
}

/**
 * The search with one filter set, or removed. The first view is of what nothing has superseded; a status of it stays
 * so; without its status it is all orders, not the first view again.
 */
export function withFilter(search: OrdersSearch, name: FilterName, value: string | undefined): OrdersSearch {
  if (name !== 'status') return { ...search, [name]: value };
  if (value === undefined) return { ...search, status: anyStatus };
  return { ...search, status: value, ...(search.status === undefined && { superseded: attention.superseded }) };
}
