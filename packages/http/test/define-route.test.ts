import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineRoute, type Route } from '../src/define-route.ts';

const line: Route = {
  name: 'showLine',
  method: 'get',
  path: '/lines/{id}',
  tag: 'lines',
  summary: 'Show a line',
  description: 'Show a line.',
  scope: 'lines:read',
  params: z.strictObject({ id: z.uuid() }),
  responses: { 200: { description: 'The line', body: z.object({}) } },
  problems: ['not-found'],
};

describe('declaring a route', () => {
  it('returns the declaration', () => {
    expect(defineRoute(line)).toBe(line);
  });

  it('accepts the parameters in any order', () => {
    const params = z.strictObject({ b: z.string(), a: z.string() });
    expect(() => defineRoute({ ...line, path: '/{a}/{b}', params })).not.toThrow();
  });

  it.each(['/lines', '/lines/{lineId}', '/lines/{id}/{other}'] as const)(
    'rejects the path %s if the parameters differ',
    (path) => {
      expect(() => defineRoute({ ...line, path })).toThrow('its path has the parameters');
    },
  );

  it.each(['params', 'query', 'body'])('rejects a %s that allows unknown members', (part) => {
    expect(() => defineRoute({ ...line, [part]: z.object({ id: z.string() }) })).toThrow('z.strictObject');
  });
});
