import { describe, expect, it } from 'vitest';
import { findPageLink } from '../src/calls/page-link.ts';
import { aClient } from './support/a-client.ts';
import { aServer } from './support/a-server.ts';

const meta = { total: 3, page: 1, pageSize: 2, totalPages: 2 };
const next = { Link: '</lines?limit=2&status=ACTIVE&status=BLOCKED&cursor=c2>; rel="next"' };

const twoPages = () =>
  aServer(({ url }) =>
    url.includes('cursor=c2')
      ? { body: { items: [{ id: '3' }], meta } }
      : { body: { items: [{ id: '1' }, { id: '2' }], meta }, headers: next },
  );

it('a list is a promise of its first page', async () => {
  const server = await twoPages();
  expect((await aClient(server).lines.list({ limit: 2 })).items).toHaveLength(2);
  expect(server.requests).toHaveLength(1);
});

it('a list iterates over the items of all pages', async () => {
  const server = await twoPages();
  const ids: string[] = [];
  for await (const { id } of aClient(server).lines.list({ limit: 2, page: 1, status: ['ACTIVE', 'BLOCKED'] }))
    ids.push(id);
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

it('the feed of events is read on by its positions, also after an empty page', async () => {
  const server = await aServer(({ url }) =>
    url.includes('after=7')
      ? { body: { items: [{ id: 'e-9' }], meta: { nextAfter: 9, hasMore: false } } }
      : {
          body: { items: [], meta: { nextAfter: 7, hasMore: true } },
          headers: { Link: '</events?after=7>; rel="next"' },
        },
  );
  const ids: string[] = [];
  for await (const { id } of aClient(server).events.list()) ids.push(id);
  expect(ids).toEqual(['e-9']);
});

it('a list throws the error of any of its pages', async () => {
  const server = await aServer((_request, count) =>
    count === 1 ? { body: { items: [{ id: '1' }], meta }, headers: next } : { status: 400, body: 'no' },
  );
  const read = async () => {
    for await (const _line of aClient(server).lines.list());
  };
  await expect(read()).rejects.toMatchObject({ status: 400 });
});

describe('the link to a page', () => {
  const find = (link: string) => findPageLink(new Headers({ Link: link }), 'next');

  it.each([
    ['</lines?cursor=c2>; rel="next"', { cursor: 'c2' }],
    ['</lines?cursor=c0>; rel="prev", </lines?cursor=c2>; rel="next"', { cursor: 'c2' }],
    ['</lines?cursor=c2>;title="a, <b>; rel=prev";REL=next', { cursor: 'c2' }],
    ['</lines?cursor=c2>; rel="last next"', { cursor: 'c2' }],
    ['<https://api.example/v/lines?status=A&cursor=c2&status=B#top>; rel="next"', { status: ['A', 'B'], cursor: 'c2' }],
    ['</lines?name=a%2Cb+c;d&cursor=c2>; rel="next"', { name: 'a,b c;d', cursor: 'c2' }],
  ])('is read from %s', (link, query) => {
    expect(find(link)).toEqual(query);
  });

  it.each([
    '',
    '</lines?cursor=c0>; rel="prev"',
    '</lines?cursor=c2>',
    '</lines?cursor=c2>; rev="next"',
    '</a?b>; rel="nextpage"',
  ])('is absent in %j', (link) => {
    expect(find(link)).toBeUndefined();
  });
});
