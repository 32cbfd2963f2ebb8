import { z } from 'zod';
import { defineRoute } from '../../src/define-route.ts';
import { booleanFromText, listFromText, wholeNumberFromText } from '../../src/from-text.ts';
import { implement } from '../../src/implement.ts';

export const lineId = '0193d2c0-1111-7abc-8def-001122334455';
const params = z.strictObject({ id: z.uuid() });
const line = z.strictObject({
  id: z.string(),
  names: z.array(z.string()),
  metadata: z.record(z.string(), z.unknown()).optional(),
});

export const showLine = defineRoute({
  name: 'showLine',
  method: 'get',
  path: '/lines/{id}',
  tag: 'lines',
  summary: 'Show a line',
  description: 'Show a line.',
  scope: 'lines:read',
  params,
  query: z.strictObject({
    part: listFromText(z.enum(['name', 'sim'])).optional(),
    limit: wholeNumberFromText({ min: 1, max: 5 }).optional(),
    deep: booleanFromText.optional(),
  }),
  responses: { 200: { description: 'The line', body: line } },
  problems: ['not-found'],
});

export const renameLine = defineRoute({
  name: 'renameLine',
  method: 'patch',
  path: '/lines/{id}',
  tag: 'lines',
  summary: 'Rename a line',
  description: 'Rename a line.',
  scope: 'lines:write',
  params,
  body: z.strictObject({ names: z.array(z.string().min(1)), metadata: z.record(z.string(), z.unknown()).optional() }),
  responses: {
    200: { description: 'The line', body: line },
    202: { description: 'Accepted', headers: { Location: 'Where to look' } },
  },
  problems: ['not-found', 'open-order'],
});

export const blockLine = defineRoute({
  name: 'blockLine',
  method: 'post',
  path: '/lines/{id}/block',
  tag: 'lines',
  summary: 'Block a line',
  description: 'Block a line.',
  scope: 'lines:write',
  params,
  responses: { 200: { description: 'The line', body: line } },
  problems: ['not-found', 'invalid-status-transition'],
});

export const readHealth = defineRoute({
  name: 'readHealth',
  method: 'get',
  path: '/health/live',
  tag: 'meta',
  summary: 'Whether the service is live',
  description: 'Whether the service is live.',
  scope: null,
  responses: { 200: { description: 'It does', body: z.strictObject({ status: z.literal('ok') }) } },
  problems: [],
});

export const printLine = defineRoute({
  name: 'printLine',
  method: 'get',
  path: '/lines/printed',
  tag: 'lines',
  summary: 'Print the lines',
  description: 'Print the lines.',
  scope: null,
  responses: { 200: { description: 'On paper', mediaType: ['application/pdf', 'text/csv'] } },
  problems: [],
});

/** Endpoints that respond with the input that they received. */
export const endpoints = [
  implement(showLine, async ({ params: { id }, query }) => ({
    status: 200,
    body: { id, names: query.part ?? [], metadata: { ...query } },
  })),
  implement(renameLine, async ({ params: { id }, body }) => ({ status: 200, body: { id, ...body } })),
  implement(blockLine, async ({ params: { id }, idempotencyKey, correlationId, url }) => ({
    status: 200,
    body: { id, names: [], metadata: { idempotencyKey, correlationId, url } },
  })),
  implement(readHealth, async () => ({ status: 200, body: { status: 'ok' } })),
  implement(printLine, async ({ mediaType }) => ({
    status: 200,
    body: mediaType === 'text/csv' ? 'id;größe' : new Uint8Array([37, 80]),
  })),
];
