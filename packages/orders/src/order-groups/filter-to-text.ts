import { listToText } from '@linework/http/from-text';
import { orderFilters } from '@linework/schemas/orders/order-filters';
import type { OrderFilters } from '../order-list/order-filters.ts';

/** Writes filters as the query of the list of orders. Parsed again, the query has the same filters. */
export function filterToText(filters: OrderFilters): string {
  const text = new URLSearchParams();
  for (const [name, value] of listFilters(filters))
    text.set(name, Array.isArray(value) ? listToText(value) : toText(value));
  return text.toString();
}

/** Writes filters as the `orderFilter` of a bulk operation. */
export function filterToJson(filters: OrderFilters): Readonly<Record<string, unknown>> {
  return Object.fromEntries(listFilters(filters).map(([name, value]) => [name, toJson(value)]));
}

/** The members of the schema only: a query in the console also says that its reader sees masks, which is no filter. */
const listFilters = (filters: OrderFilters): readonly (readonly [string, unknown])[] =>
  Object.entries(filters).filter(([name, value]) => name in orderFilters && value !== undefined);

const toText = (value: unknown): string => (value instanceof Date ? value.toISOString() : String(value));

function toJson(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => listToText([item]));
  return value instanceof Date ? value.toISOString() : value;
}
