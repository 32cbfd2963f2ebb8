import type { Route } from '@linework/http/define-route';
import type { RequestOf } from '@linework/http/implement';
import type { z } from 'zod';
import type { PageQuery } from './page.ts';

/** The parsed query of a list, as its route declares it. */
export type ListQuery<Declared extends Route> = ReadonlyValues<RequestOf<Declared>['query']>;

/** The parsed filters of a shape that a list and a bulk operation share. */
export type FiltersOf<Shape extends z.ZodRawShape> = ReadonlyValues<z.output<z.ZodObject<Shape>>>;

type ReadonlyValues<Query> = {
  readonly [Name in keyof Query]: Query[Name] extends (infer Item)[] | undefined
    ? readonly Item[] | undefined
    : Query[Name];
};

/** The filters of a list: every parameter of its query except those of paging and sorting. */
export type FilterName<Query> = Exclude<keyof Query, keyof PageQuery>;

/**
 * One entry for each filter of a list, which builds its condition. A declared filter without an entry does not compile.
 */
export type FilterTable<Query, Condition, Context extends readonly unknown[] = []> = {
  readonly [Name in FilterName<Query>]-?: (value: Exclude<Query[Name], undefined>, ...context: Context) => Condition;
};

type AnyFilterTable = Readonly<Record<string, (value: never, ...context: never[]) => unknown>>;

/** The query that a table of filters can be applied to. */
type QueryOf<Table extends AnyFilterTable> = {
  readonly [Name in keyof Table]?: Parameters<Table[Name]>[0] | undefined;
} & Pick<PageQuery, 'isReaderMasked'>;

type ContextOf<Table extends AnyFilterTable> = Table[keyof Table] extends (
  value: never,
  ...context: infer Context
) => unknown
  ? Context
  : never;

/**
 * A filter that matches a part of a text. A reader who sees the text masked would find it chunk by chunk, so for that
 * reader it matches the whole text.
 */
export interface PartFilter<Condition, Context extends readonly unknown[] = []> {
  (part: string, ...context: Context): Condition;
  readonly matchWhole: (text: string, ...context: Context) => Condition;
}

/** Creates a filter by a part of a text, with its form for readers who see the text masked. */
export const partFilter = <Condition, Context extends readonly unknown[] = []>(
  matchPart: (part: string, ...context: Context) => Condition,
  matchWhole: (text: string, ...context: Context) => Condition,
): PartFilter<Condition, Context> =>
  Object.assign((part: string, ...context: Context) => matchPart(part, ...context), { matchWhole });

/** Builds the conditions of the filters that a query has. */
export function applyFilters<Table extends AnyFilterTable>(
  query: QueryOf<Table>,
  table: Table,
  ...context: ContextOf<Table>
): readonly ReturnType<Table[keyof Table]>[] {
  type Build = (value: unknown, ...context: unknown[]) => ReturnType<Table[keyof Table]>;
  const builders = Object.entries(table) as unknown as readonly [
    keyof Table,
    Build & { readonly matchWhole?: Build },
  ][];
  return builders.flatMap(([name, build]) => {
    const value = query[name];
    return value === undefined
      ? []
      : [(query.isReaderMasked && build.matchWhole ? build.matchWhole : build)(value, ...context)];
  });
}
