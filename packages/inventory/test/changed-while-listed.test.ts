import type { Db } from '@linework/db/db';
import { listResources } from '@linework/inventory/resource-list/list-resources';
import type { ResourceFilters } from '@linework/inventory/resource-list/resource-filters';
import { aPool } from '@linework/testing/a-pool';
import { aTestDb } from '@linework/testing/a-test-db';
import { aCallerOf } from '@linework/testing/callers';
import { describe, expect, it } from 'vitest';
import { requestResourceMove } from '../src/resources/request-resource-move.ts';

const db = await aTestDb();

/** A database that runs an action after a page was found and before its rows are read. */
function createInterceptingDb(action: () => Promise<unknown>): Pick<Db, 'query'> {
  let hasRun = false;
  return {
    async query(statement, ...given) {
      if (!hasRun && statement.text.includes('AS "typeName"')) {
        hasRun = true;
        await action();
      }
      return db.query(statement, ...given);
    },
  };
}

describe('a page of available numbers with a code fragment, one of which is suspended meanwhile', () => {
  it('shows only available numbers, is full, and has a next page', async () => {
    const { brokerId, resourceIds } = await aPool(db, { count: 12 });
    await aPool(db, { brokerId, type: 'SIM', count: 60 });
    const caller = aCallerOf({ id: brokerId });
    const newestFirst = resourceIds.toReversed();
    const [newest = ''] = newestFirst;
    const filters: ResourceFilters = {
      sortBy: 'externalCode',
      sortOrder: 'desc',
      limit: 10,
      externalCode: '5511',
      status: ['available'],
    };
    const { items, pages } = await listResources(
      createInterceptingDb(() => requestResourceMove(db, { caller, resourceId: newest, request: 'suspend' })),
      caller,
      filters,
    );
    expect(items.map(({ id }) => id)).toEqual(newestFirst.slice(1, 11));
    expect(pages.next).toBeDefined();
  });
});
