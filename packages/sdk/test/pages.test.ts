import { expect, it } from 'vitest';
import { aClient } from './support/a-client.ts';
import { aServer } from './support/a-server.ts';

const meta = { total: 3, page: 1, pageSize: 2, totalPages: 2 };
const next = { Link: '</lines?cursor=c2>; rel="next"' };

const twoPages = () =>
  aServer(({ url }) =>
    url.includes('cursor=c2')
      ? { body: { items: [{ id: '3' }], meta: { ...meta, prevCursor: 'c1' } } }
      : { body: { items: [{ id: '1' }, { id: '2' }], meta: { ...meta, nextCursor: 'c2' } }, headers: next },
  );

it('a list is a promise of its first page', async () => {
  const server = await twoPages();
  expect((await aClient(server).lines.list({ limit: 2 })).items).toHaveLength(2);
  expect(server.requests).toHaveLength(1);
});

it('a list iterates over the items of all pages', async () => {
  const server = await twoPages();
  const ids: string[] = [];
  for await (const { id } of aClient(server).lines.list({ limit: 2, page: 1, status: ['ACTIVE', 'BLOCKED'] })) ids.push(id);
  expect(ids).toEqual(['1', '2', '3']);
  expect(server.requests.map(({ url }) => url)).toEqual([
    '/lines?limit=2&page=1&status=ACTIVE&status=BLOCKED',
    '/lines?limit=2&status=ACTIVE&status=BLOCKED&cursor=c2',
  ]);
});

it('a list reads no page that nobody asks for', async () => {
  const server = await twoPages();
  for await (const _line of aClient(server).lines.list()) break;
  expect(server.requests).toHaveLength(1);
});

it('a list iterates over its pages', async () => {
  const sizes: number[] = [];
  for await (const { items } of aClient(await twoPages())
    .lines.list()
    .pages())
    sizes.push(items.length);
  expect(sizes).toEqual([2, 1]);
});

it('a list ends at the last page of events, which has a cursor for later', async () => {
  const server = await aServer(() => ({ body: { items: [{ id: 'e-1' }], meta: { ...meta, nextCursor: 'later' } } }));
  const ids: string[] = [];
  for await (const { id } of aClient(server).lines.events('l-1')) ids.push(id);
  expect(ids).toEqual(['e-1']);
});

it('a list throws the error of any of its pages', async () => {
  const server = await aServer((_request, count) =>
    count === 1 ? { body: { items: [{ id: '1' }], meta: { ...meta, nextCursor: 'c2' } }, headers: next } : { status: 400, body: 'no' },
  );
  const read = async () => {
    for await (const _line of aClient(server).lines.list());
  };
  await expect(read()).rejects.toMatchObject({ status: 400 });
});
