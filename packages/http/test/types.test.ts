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
    200: {
      description: 'The line',
      body: z.object({ id: z.string(), names: z.array(z.string()), note: z.string().optional() }),
    },
    202: { description: 'Accepted', headers: { Location: 'Where to look' } },
    203: { description: 'On paper', mediaType: 'application/pdf' },
  },
  problems: ['not-found'],
});

const readHealth = defineRoute({
  name: 'readHealth',
  method: 'get',
  path: '/health',
  tag: 'meta',
  summary: 'Whether the service is healthy',
  description: 'Whether the service is healthy.',
  scope: null,
  responses: { 204: { description: 'Healthy' } },
  problems: [],
});

describe('the types of a route', () => {
  it('are the types of its parsed parts', () => {
    expectTypeOf<RequestOf<typeof renameLine>['params']>().toEqualTypeOf<{ id: string }>();
    expectTypeOf<RequestOf<typeof renameLine>['query']['dryRun']>().toEqualTypeOf<boolean | undefined>();
    expectTypeOf<RequestOf<typeof renameLine>['body']>().toEqualTypeOf<{ names: string[] }>();
    expectTypeOf<RequestOf<typeof readHealth>['body']>().toEqualTypeOf<undefined>();
  });

  it('give the handler a caller if a key is needed', () => {
    expectTypeOf<RequestOf<typeof renameLine>['caller']>().toEqualTypeOf<Caller>();
    expectTypeOf<RequestOf<typeof readHealth>['caller']>().toEqualTypeOf<null>();
  });

  it('allow declared responses only', () => {
    const names: readonly string[] = ['a'];
    expectTypeOf({ status: 200 as const, body: { id: 'x', names, note: undefined } }).toExtend<
      ResponseOf<typeof renameLine>
    >();
    expectTypeOf({ status: 202 as const, headers: { Location: '/' } }).toExtend<ResponseOf<typeof renameLine>>();
    expectTypeOf({ status: 203 as const, body: new Uint8Array() }).toExtend<ResponseOf<typeof renameLine>>();
    expectTypeOf({ status: 201 as const }).not.toExtend<ResponseOf<typeof renameLine>>();
    expectTypeOf({ status: 200 as const, body: { id: 1, names } }).not.toExtend<ResponseOf<typeof renameLine>>();
    expectTypeOf({ status: 200 as const }).not.toExtend<ResponseOf<typeof renameLine>>();
  });

  it('allow an endpoint that needs only some of the dependencies', () => {
    const endpoint = implement(readHealth, async (_request, { db: _db }: { db: string }) => ({ status: 204 }));
    expectTypeOf(endpoint).toExtend<Endpoint<{ db: string; queue: number }>>();
    // @ts-expect-error The dependencies contain no db.
    expectTypeOf(endpoint).toExtend<Endpoint<{ queue: number }>>();
  });
});
