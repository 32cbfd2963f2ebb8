import type { Route } from '@linework/http/define-route';
import type { RequestOf } from '@linework/http/implement';
import type { z } from 'zod';
import type { PageQuery } from './page.ts';

/** The parsed query of a list, as its route declares it. */
export type ListQuery<Declared extends Route> = ReadonlyValues<RequestOf<Declared>['query']>;

/** The parsed filters of a shape that a list and a bulk operation share. */
export type FiltersOf<Shape extends z.ZodRawShape> = ReadonlyValues<z.output<z.ZodObject<Shape>>>;

type ReadonlyValues<Query> = { readonly [Name in keyof Query]: Query[Name] extends (infer Item)[] | undefined ? readonly Item[] | undefined : Query[Name] };

/** The filters of a list: every parameter of its query except those of paging and sorting. */
export type FilterName<Query> = Exclude<keyof Query, keyof PageQuery>;

/** One entry for each filter of a list, which builds its condition. A declared filter without an entry does not compile. */
export type FilterTable<Query, Condition, Context extends readonly unknown[] = []> = {
  readonly [Name in FilterName<Query>]-?: (value: Exclude<Query[Name], undefined>, ...context: Context) => Condition;
};

type AnyFilterTable = Readonly<Record<string, (value: never, ...context: never[]) => unknown>>;

/** The query that a table of filters can be applied to. */
type QueryOf<Table extends AnyFilterTable> = { readonly [Name in keyof Table]?: Parameters<Table[Name]>[0] | undefined };

type ContextOf<Table extends AnyFilterTable> = Table[keyof Table] extends (value: never, ...context: infer Context) => unknown ? Context : never;

/** Builds the conditions of the filters that a query has. */
export function applyFilters<Table extends AnyFilterTable>(
  query: QueryOf<Table>,
  table: Table,
  ...context: ContextOf<Table>
): readonly ReturnType<Table[keyof Table]>[] {
  const builders = Object.entries(table) as unknown as readonly [keyof Table, (value: unknown, ...context: unknown[]) => ReturnType<Table[keyof Table]>][];
  return builders.flatMap(([name, build]) => (query[name] === undefined ? [] : [build(query[name], ...context)]));
}
