import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { defineRoute } from '../src/define-route.ts';
import { validate } from '../src/request/validate.ts';
import { validateInChunks } from '../src/request/validate-in-chunks.ts';
import { timestampFromText } from '../src/time-from-text.ts';

const body = z
  .strictObject({
    records: z
      .array(z.strictObject({ amount: z.int(), usedAt: timestampFromText }))
      .min(1)
      .max(2_000),
    name: z.string().optional(),
  })
  .refine(({ name }) => name !== 'taken', { path: ['name'], error: 'is taken' });
const route = defineRoute({
  name: 'sendRecords',
  method: 'post',
  path: '/records',
  tag: 'test',
  summary: 'Sends records.',
  description: '',
  scope: null,
  body,
  responses: { 204: { description: 'Received.' } },
  problems: [],
});

const usedAt = '2026-11-27T12:00Z';
const records = (count: number) => Array.from({ length: count }, (_, amount) => ({ amount, usedAt }));
const none = { headerErrors: [], valueErrors: [] };
const inputOf = (sent: unknown) => ({ params: {}, query: {}, body: sent });

async function outcomeOf(work: () => unknown): Promise<unknown> {
  try {
    return await work();
  } catch (error) {
    return error;
  }
}

it.each([
  ['a valid long list', { records: records(1_001), name: 'one' }],
  ['a short list', { records: records(3) }],
  ['a list at its limit', { records: records(2_000) }],
  ['a list over its limit', { records: records(2_001) }],
  ['wrong items', { records: [...records(600), { amount: 0.5, usedAt }, { amount: 1 }, 'x'], other: 1 }],
  ['wrong items in a list over its limit', { records: [...records(2_000), 'x'] }],
  ['wrong items and a wrong member', { name: 4, records: [...records(600), { amount: 1, usedAt: 'x', more: 1 }] }],
  ['wrong items and a rule of the whole body', { records: [...records(600), {}], name: 'taken' }],
  ['a wrong member beside a long list', { records: records(600), name: 4 }],
  ['an unknown member beside a long list', { records: records(600), other: 4 }],
  ['a rule of the whole body', { records: records(600), name: 'taken' }],
  ['no list', {}],
  ['something else in place of the list', { records: 'x'.repeat(600) }],
  ['something else in place of the body', [records(600)]],
  ['no body', undefined],
  ['null', null],
])('a body with %s gets the same result in chunks as at once', async (_what, sent) => {
  const atOnce = await outcomeOf(() => validate(route, inputOf(sent), none));
  expect(await outcomeOf(() => validateInChunks(route)(inputOf(sent), none))).toEqual(atOnce);
});

it('a long list lets other work run in between', async () => {
  let turns = 0;
  let isOver = false;
  const countTurns = async (): Promise<void> => {
    if (isOver) return;
    await nextTurn();
    turns += 1;
    await countTurns();
  };
  const counting = countTurns();
  await validateInChunks(route)(inputOf({ records: records(2_000) }), none);
  isOver = true;
  await counting;
  expect(turns).toBeGreaterThanOrEqual(7);
});
