import { listToText } from '@linework/http/from-text';
import type { OrderFilters } from '../order-list/order-filters.ts';

/** Writes filters as the query of the list of orders. Parsed again, the query has the same filters. */
export function filterToText(filters: OrderFilters): string {
  const text = new URLSearchParams();
  for (const [name, value] of listFilters(filters)) text.set(name, Array.isArray(value) ? listToText(value) : toText(value));
  return text.toString();
}

/** Writes filters as the `orderFilter` of a bulk operation. */
export function filterToJson(filters: OrderFilters): Readonly<Record<string, unknown>> {
  return Object.fromEntries(listFilters(filters).map(([name, value]) => [name, toJson(value)]));
}

const listFilters = (filters: OrderFilters): readonly (readonly [string, unknown])[] => Object.entries(filters).filter(([, value]) => value !== undefined);

const toText = (value: unknown): string => (value instanceof Date ? value.toISOString() : String(value));

function toJson(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => listToText([item]));
  return value instanceof Date ? value.toISOString() : value;
}
