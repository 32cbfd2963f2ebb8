import { anActiveLine } from '@linework/testing/a-line';
import { afterAll, describe, expect, it } from 'vitest';
import { startTestApi } from '../support/test-api.ts';
import { collectIds, readAllPages, readPage } from './read-all.ts';

const api = await startTestApi();
afterAll(() => api.close());

/** A client of a broker with this number of lines. Their times are `at`, or one second apart. */
async function aClientWithLines(
  count: number,
  at: (place: number) => Date = (place) => new Date(Date.UTC(2026, 0, 1, 0, 0, place)),
) {
  const client = await api.aClient();
  const ids: string[] = [];
  for (let place = 0; place < count; place += 1) {
    const { id } = await anActiveLine(api.db, { brokerId: client.broker.id });
    await api.db.pool.query('UPDATE line SET created_at = $2 WHERE id = $1', [id, at(place)]);
    ids.push(id);
  }
  return { ...client, ids };
}

describe('a list', () => {
  it('is read by its links forwards and backwards: each row once, and each page with its number', async () => {
    const { key, ids } = await aClientWithLines(23);
    const pages = await readAllPages(api, key, '/lines?limit=5');
    expect(collectIds(pages)).toEqual(ids.toReversed());
    expect(pages.map(({ meta }) => meta)).toEqual(
      [1, 2, 3, 4, 5].map((page) => ({ total: 23, page, pageSize: 5, totalPages: 5 })),
    );
    expect(pages[0]?.prev).toBeUndefined();
    const backwards = await readAllPages(api, key, pages.at(-1)?.prev ?? '', { direction: 'prev' });
    expect(collectIds(backwards.toReversed())).toEqual(collectIds(pages.slice(0, -1)));
    expect(backwards.map(({ meta }) => meta.page)).toEqual([4, 3, 2, 1]);
  });

  it('sorts rows with the same time by their ids, in both orders', async () => {
    const { key, ids } = await aClientWithLines(12, () => new Date('2026-03-01T00:00:00Z'));
    for (const sortOrder of ['asc', 'desc']) {
      const read = collectIds(await readAllPages(api, key, `/lines?limit=5&sortOrder=${sortOrder}`));
      expect(read.toSorted()).toEqual(ids.toSorted());
      expect(read).toEqual(sortOrder === 'asc' ? ids.toSorted() : ids.toSorted().toReversed());
    }
  });

  it.each(['asc', 'desc'])(
    'sorted %s neither repeats nor skips an existing row while others are added at both ends and in the middle',
    async (sortOrder) => {
      const client = await aClientWithLines(17, (place) => new Date(Date.UTC(2026, 4, 1, 0, 0, 10 * place)));
      let added = 0;
      const add = async () => {
        for (const second of [-5 - added, 85, 500 + added]) {
          const { id } = await anActiveLine(api.db, { brokerId: client.broker.id });
          await api.db.pool.query('UPDATE line SET created_at = $2 WHERE id = $1', [
            id,
            new Date(Date.UTC(2026, 4, 1, 0, 0, second)),
          ]);
        }
        added += 1;
        if (added > 12) throw new Error('the list grows faster than the test reads it');
      };
      const pages = await readAllPages(api, client.key, `/lines?limit=6&sortOrder=${sortOrder}`, { afterPage: add });
      const read = collectIds(pages);
      expect(new Set(read).size).toBe(read.length);
      expect(read.filter((id) => client.ids.includes(id))).toEqual(
        sortOrder === 'asc' ? client.ids : client.ids.toReversed(),
      );
    },
  );

  it('is read by page numbers, and each page has links with cursors', async () => {
    const { key, ids } = await aClientWithLines(7);
    const [one, two, three, four] = await Promise.all(
      [1, 2, 3, 4].map((page) => readPage(api, key, `/lines?limit=3&page=${page}&sortOrder=asc`)),
    );
    expect(collectIds([one, two, three].map((page) => page as never))).toEqual(ids);
    expect(four).toMatchObject({ items: [], meta: { total: 7, page: 4, pageSize: 3, totalPages: 3 } });
    expect([one?.prev, three?.next, four?.next, four?.prev]).toEqual([undefined, undefined, undefined, undefined]);
    expect(collectIds([await readPage(api, key, two?.next ?? '')])).toEqual(collectIds([three as never]));
    expect(collectIds([await readPage(api, key, two?.prev ?? '')])).toEqual(collectIds([one as never]));
  });

  it('keeps its filters and its sort order in the links', async () => {
    const { key } = await aClientWithLines(3);
    const { next } = await readPage(
      api,
      key,
      '/lines?limit=2&sortBy=updatedAt&sortOrder=asc&status=ACTIVE,BLOCKED&createdAtFrom=2026-01-01T00:00:00%2B00:00',
    );
    expect(Object.fromEntries(new URL(next ?? '', api.url).searchParams)).toEqual({
      limit: '2',
      sortBy: 'updatedAt',
      sortOrder: 'asc',
      status: 'ACTIVE,BLOCKED',
      createdAtFrom: '2026-01-01T00:00:00+00:00',
      cursor: expect.any(String),
    });
    expect((await readPage(api, key, next ?? '')).items).toHaveLength(1);
  });

  it('has a total of 0 if it is empty', async () => {
    const { key } = await api.aClient();
    expect(await readPage(api, key, '/lines')).toEqual({
      items: [],
      meta: { total: 0, page: 1, pageSize: 20, totalPages: 0 },
      next: undefined,
      prev: undefined,
    });
  });

  it.each([
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
    ['page=0', 'page'],
    ['page=10001', 'page'],
    ['cursor=nonsense', 'cursor'],
    ['sortBy=msisdn', 'sortBy'],
    ['sortOrder=up', 'sortOrder'],
    ['status=SLEEPING', 'status'],
    ['externalCode=', 'externalCode'],
    ['brokerId=1', 'brokerId'],
    ['createdAtFrom=01.01.2026', 'createdAtFrom'],
    ['createdAtTo=2026-01-01T24', 'createdAtTo'],
  ])('returns 400 for %s', async (query, parameter) => {
    const { key } = await api.aClient();
    const response = await fetch(`${api.url}/lines?${query}`, { headers: { 'X-API-Key': key } });
    expect([response.status, await response.json()]).toMatchObject([400, { errors: [{ parameter }] }]);
  });
});
