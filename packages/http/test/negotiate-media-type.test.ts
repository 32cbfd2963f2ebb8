import { describe, expect, it } from 'vitest';
import { negotiateMediaType } from '../src/routing/negotiate-media-type.ts';
import { endpoints } from './support/endpoints.ts';
import { problemIn, start } from './support/start.ts';

describe('the media type of a response', () => {
  it.each([
    [undefined, 'application/json'],
    ['*/*', 'application/json'],
    ['application/json', 'application/json'],
    ['Application/JSON;charset=utf-8', 'application/json'],
    ['text/html, application/*;q=0.1', 'application/json'],
    ['text/html, */*;q=0.01', 'application/json'],
    ['text/html', undefined],
    ['application/json;q=0', undefined],
    ['application/json;q=0, */*', undefined],
    ['application/problem+json', undefined],
    ['*/*;q=0', undefined],
    ['', 'application/json'],
    [' ', 'application/json'],
    [',', undefined],
    ['garbage;;q=,,', undefined],
  ])('for Accept %j is %s', (accept, expected) => {
    expect(negotiateMediaType(accept, ['application/json'])).toBe(expected);
  });

  it('is the one with the highest quality, and the first of several equal ones', () => {
    const offered = ['application/pdf', 'application/xml'];
    expect(negotiateMediaType('application/xml, application/pdf;q=0.9', offered)).toBe('application/xml');
    expect(negotiateMediaType('application/*', offered)).toBe('application/pdf');
  });

  it('is passed to the handler', async () => {
    const { url } = await start(endpoints);
    const csv = await fetch(`${url}/lines/printed`, { headers: { Accept: 'text/csv' } });
    expect(csv.headers.get('Content-Type')).toBe('text/csv; charset=utf-8');
    expect(await csv.text()).toBe('id;größe');
    const pdf = await fetch(`${url}/lines/printed`);
    expect(pdf.headers.get('Content-Type')).toBe('application/pdf');
    expect(await pdf.bytes()).toEqual(new Uint8Array([37, 80]));
  });

  it('leads to a 406 if all types are excluded, before the key is checked', async () => {
    const { url } = await start(endpoints);
    const response = await fetch(`${url}/lines/x`, { headers: { Accept: 'text/html' } });
    expect(await problemIn(response)).toMatchObject({
      status: 406,
      detail: 'The response is available as application/json only.',
    });
  });
});
