import type { Caller } from '@linework/auth/caller';
import { describe, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { defineRoute } from '../src/define-route.ts';
import { type Endpoint, implement, type RequestOf, type ResponseOf } from '../src/implement.ts';

const renameLine = defineRoute({
  name: 'renameLine',
  method: 'patch',
  path: '/lines/{id}',
  tag: 'lines',
  summary: 'Rename a line',
  description: 'Rename a line.',
  scope: 'lines:write',
  params: z.strictObject({ id: z.uuid() }),
  query: z.strictObject({ dryRun: z.stringbool().optional() }),
  body: z.strictObject({ names: z.array(z.string()) }),
  responses: {
    200: { description: 'The line', body: z.object({ id: z.string(), names: z.array(z.string()), note: z.string().optional() }) },
    202: { description: 'Taken', headers: { Location: 'Where to look' } },
    203: { description: 'On paper', mediaType: 'application/pdf' },
  },
  problems: ['not-found'],
});

const readHealth = defineRoute({
  name: 'readHealth',
  method: 'get',
  path: '/health',
  tag: 'meta',
  summary: 'Whether all is well',
  description: 'Whether all is well.',
  scope: null,
  responses: { 204: { description: 'Well' } },
  problems: [],
});

describe('the types of a route', () => {
  it('are those of its parts as parsed', () => {
    expectTypeOf<RequestOf<typeof renameLine>['params']>().toEqualTypeOf<{ id: string }>();
    expectTypeOf<RequestOf<typeof renameLine>['query']['dryRun']>().toEqualTypeOf<boolean | undefined>();
    expectTypeOf<RequestOf<typeof renameLine>['body']>().toEqualTypeOf<{ names: string[] }>();
    expectTypeOf<RequestOf<typeof readHealth>['body']>().toEqualTypeOf<undefined>();
  });

  it('give a handler its caller where a key is needed', () => {
    expectTypeOf<RequestOf<typeof renameLine>['caller']>().toEqualTypeOf<Caller>();
    expectTypeOf<RequestOf<typeof readHealth>['caller']>().toEqualTypeOf<null>();
  });

  it('let a handler give declared answers only', () => {
    const names: readonly string[] = ['a'];
    expectTypeOf({ status: 200 as const, body: { id: 'x', names, note: undefined } }).toExtend<ResponseOf<typeof renameLine>>();
    expectTypeOf({ status: 202 as const, headers: { Location: '/' } }).toExtend<ResponseOf<typeof renameLine>>();
    expectTypeOf({ status: 203 as const, body: new Uint8Array() }).toExtend<ResponseOf<typeof renameLine>>();
    expectTypeOf({ status: 201 as const }).not.toExtend<ResponseOf<typeof renameLine>>();
    expectTypeOf({ status: 200 as const, body: { id: 1, names } }).not.toExtend<ResponseOf<typeof renameLine>>();
    expectTypeOf({ status: 200 as const }).not.toExtend<ResponseOf<typeof renameLine>>();
  });

  it('let an endpoint ask for less than all there is', () => {
    const endpoint = implement(readHealth, async (_request, { db: _db }: { db: string }) => ({ status: 204 }));
    expectTypeOf(endpoint).toExtend<Endpoint<{ db: string; ring: number }>>();
    // @ts-expect-error There is no db among these.
    expectTypeOf(endpoint).toExtend<Endpoint<{ ring: number }>>();
  });
});
