import { defineRoute } from '@linework/http/define-route';
import { listFromText } from '@linework/http/from-text';
import { listQuery } from '@linework/http/list-query';
import { applyFilters, type FilterTable, type ListQuery } from '@linework/lists/filter-table';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';

const listThingsRoute = defineRoute({
  name: 'listThings',
  method: 'get',
  path: '/things',
  tag: 'things',
  summary: 'List things',
  description: 'Lists things.',
  scope: 'lines:read',
  query: listQuery({
    sortBy: { createdAt: 'time' },
    filters: { name: z.string().optional(), status: listFromText(z.enum(['NEW', 'OLD'])).optional() },
  }),
  responses: { 204: { description: 'Things' } },
  problems: [],
});

type ThingFilters = ListQuery<typeof listThingsRoute>;

const query: ThingFilters = { limit: 20, sortBy: 'createdAt', sortOrder: 'desc' };

const table: FilterTable<ThingFilters, string> = {
  name: (name) => `name is ${name}`,
  status: (statuses) => `status is one of ${statuses.join()}`,
};

describe('the filters of a list', () => {
  it('do not compile while a declared filter has no entry', () => {
    // @ts-expect-error: `status` is declared and not applied.
    const incomplete: FilterTable<ThingFilters, string> = { name: table.name };
    expect(Object.keys(incomplete)).toEqual(['name']);
  });

  it('do not compile with an entry for an undeclared filter', () => {
    // @ts-expect-error: `colour` is not declared.
    const undeclared: FilterTable<ThingFilters, string> = { ...table, colour: () => 'red' };
    expect(Object.keys(undeclared)).toContain('colour');
  });

  it('are typed as the query of the route', () => {
    expectTypeOf<ThingFilters['status']>().toEqualTypeOf<readonly ('NEW' | 'OLD')[] | undefined>();
  });

  it('build a condition for each filter of the query', () => {
    expect(applyFilters({ ...query, name: 'Ana', status: ['NEW', 'OLD'] }, table)).toEqual([
      'name is Ana',
      'status is one of NEW,OLD',
    ]);
  });

  it('build no condition without a value', () => {
    expect(applyFilters({ ...query, name: undefined }, table)).toEqual([]);
  });
});
