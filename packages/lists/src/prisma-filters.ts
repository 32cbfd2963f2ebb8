import { escapeLike } from './bound-values.ts';
import { partFilter } from './filter-table.ts';

/** The filters by creation time that most lists have, as Prisma conditions. Both ends are inclusive. */
export const createdAtFilters = {
  createdAtFrom: (from: Date) => ({ createdAt: { gte: from } }),
  createdAtTo: (to: Date) => ({ createdAt: { lte: to } }),
};

/** The time filters that most lists have, as Prisma conditions. Both ends are inclusive. */
export const timeFilters = {
  ...createdAtFilters,
  updatedAtFrom: (from: Date) => ({ updatedAt: { gte: from } }),
  updatedAtTo: (to: Date) => ({ updatedAt: { lte: to } }),
};

/** The column has this value. */
export const equals =
  <Column extends string>(column: Column) =>
  <Value>(value: Value) =>
    ({ [column]: value }) as Record<Column, Value>;

/** The column has one of these values. */
export const isOneOf =
  <Column extends string>(column: Column) =>
  <Value>(values: readonly Value[]) =>
    ({ [column]: { in: [...values] } }) as Record<Column, { in: Value[] }>;

/**
 * The column contains this text in any case, or for a masked reader equals it. Prisma does not escape the wildcards of
 * LIKE, which both use.
 */
export const contains = <Column extends string>(column: Column) =>
  partFilter(
    (text: string) => ({ [column]: { contains: escapeLike(text), mode: 'insensitive' } }) as TextCondition<Column>,
    (text: string) => ({ [column]: { equals: escapeLike(text), mode: 'insensitive' } }) as TextCondition<Column>,
  );

type TextCondition<Column extends string> = Record<Column, { mode: 'insensitive'; contains?: string; equals?: string }>;
