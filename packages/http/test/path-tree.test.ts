import { describe, expect, it } from 'vitest';
import { createPathTree } from '../src/routing/path-tree.ts';

const paths = [
  '/',
  '/lines',
  '/lines/{id}',
  '/lines/printed',
  '/lines/{id}/block',
  '/lines/{lineId}/products/{productId}/balances',
  '/lines/printed/{day}/bill',
  '/openapi.json',
];
const find = createPathTree(new Map(paths.map((path) => [path, path])));

describe('finding a path', () => {
  it.each([
    ['/', '/', {}],
    ['/lines', '/lines', {}],
    ['/lines/a%20b', '/lines/{id}', { id: 'a b' }],
    ['/lines/printed', '/lines/printed', {}],
    ['/lines/printed/block', '/lines/{id}/block', { id: 'printed' }],
    [
      '/lines/printed/products/c/balances',
      '/lines/{lineId}/products/{productId}/balances',
      { lineId: 'printed', productId: 'c' },
    ],
    [
      '/lines/a%2Fb/products/c/balances',
      '/lines/{lineId}/products/{productId}/balances',
      { lineId: 'a/b', productId: 'c' },
    ],
    ['/lines/__proto__', '/lines/{id}', { id: '__proto__' }],
    ['/openapi.json', '/openapi.json', {}],
  ])('%s finds %s', (path, value, params) => {
    expect(find(path)).toEqual({ value, params });
  });

  it.each([
    '',
    '//',
    '/Lines',
    '/lines/',
    '/lines//block',
    '/lines/a/block/',
    '/lines/a/products/b',
    '/%6Cines',
    '/openapi_json',
    '*',
    'lines',
  ])('%s finds nothing', (path) => {
    expect(find(path)).toBeUndefined();
  });

  it('is rejected if one path has two names for a parameter', () => {
    expect(() => createPathTree(new Map([...paths, '/lines/{lineId}'].map((path) => [path, path])))).toThrow(
      'different names',
    );
  });
});
