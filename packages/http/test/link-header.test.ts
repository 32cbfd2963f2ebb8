import { describe, expect, it } from 'vitest';
import { buildLinkHeader, findCursor } from '../src/link-header.ts';

describe('the links of a page', () => {
  it('change the page and keep the other parameters', () => {
    expect(buildLinkHeader('/lines?limit=5&page=2&externalCode=a%26b', { next: { page: 3 }, prev: { page: 1 } })).toBe(
      '</lines?limit=5&externalCode=a%26b&page=3>; rel="next", </lines?limit=5&externalCode=a%26b&page=1>; rel="prev"',
    );
  });

  it('keep a value that contains a question mark', () => {
    expect(buildLinkHeader('/lines?externalCode=what?&limit=1&status=ACTIVE', { next: { page: 2 } })).toBe(
      '</lines?externalCode=what%3F&limit=1&status=ACTIVE&page=2>; rel="next"',
    );
  });

  it('replace a page with a cursor', () => {
    expect(buildLinkHeader('/lines?page=1', { next: { cursor: 'abc' } })).toBe('</lines?cursor=abc>; rel="next"');
  });

  it('are absent if there is no other page', () => {
    expect(buildLinkHeader('/lines', {})).toBeUndefined();
  });

  it('encode characters that would end the link', () => {
    expect(buildLinkHeader('/lines?name=%3E%3B+rel%3D%22x%22', { next: { page: 2 } })).toBe(
      '</lines?name=%3E%3B+rel%3D%22x%22&page=2>; rel="next"',
    );
    expect(buildLinkHeader('/lines?name=">', { next: { page: 2 } })).toBe('</lines?name=%22%3E&page=2>; rel="next"');
  });
});

describe('the cursor of a link', () => {
  const header = buildLinkHeader('/lines?cursor=now&externalCode=%3E', {
    next: { cursor: 'on' },
    prev: { cursor: 'back' },
  });

  it('is found by the relation of its link', () => {
    expect([findCursor(header, 'next'), findCursor(header, 'prev')]).toEqual(['on', 'back']);
  });

  it.each([undefined, null, '', '</lines?page=2>; rel="next"', '</lines?cursor=back>; rel="prev"'])(
    'is absent in %j',
    (links) => {
      expect(findCursor(links, 'next')).toBeUndefined();
    },
  );
});
