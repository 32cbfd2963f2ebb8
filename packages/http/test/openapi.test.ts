import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Route } from '../src/define-route.ts';
import { listQuery } from '../src/list-query.ts';
import { openapi } from '../src/openapi.ts';
import { pagedEnvelope } from '../src/paged-envelope.ts';
import { blockLine, printLine, readHealth, renameLine, showLine } from './support/endpoints.ts';

const widget = z.strictObject({ id: z.string() }).meta({ id: 'Widget' });
const listWidgets: Route = {
  name: 'listWidgets',
  method: 'get',
  path: '/widgets',
  tag: 'widgets',
  summary: 'List widgets',
  scope: 'inventory:read',
  query: listQuery({ sortBy: { createdAt: 'time' } }),
  answers: { 200: { description: 'A page', body: pagedEnvelope(widget), headers: { Link: 'Other pages' } } },
  problems: [],
};
const routes = [showLine, renameLine, blockLine, readHealth, printLine, listWidgets];
const document = openapi(routes, { title: 'Linework', version: '1.0.0', serverUrl: 'https://linework.example' });
const operation = (path: string, method: 'get' | 'patch' | 'post') => document.paths?.[path]?.[method];

describe('the OpenAPI document', () => {
  it('has every route as an operation of its name', () => {
    const names = Object.values(document.paths ?? {}).flatMap((item) => Object.values(item).map((one) => (one as { operationId: string }).operationId));
    expect(names.toSorted()).toEqual(routes.map(({ name }) => name).toSorted());
  });

  it('is the same each time', () => {
    expect(JSON.stringify(openapi(routes, { title: 'Linework', version: '1.0.0', serverUrl: 'https://linework.example' }))).toBe(JSON.stringify(document));
  });

  it('tells the key, and the scope that it needs', () => {
    expect(document.components?.securitySchemes).toEqual({ ApiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' } });
    expect(operation('/lines/{id}', 'get')?.security).toEqual([{ ApiKey: ['lines:read'] }]);
    expect(operation('/health/live', 'get')?.security).toEqual([]);
  });

  it('shows parameters as they are after reading', () => {
    const limit = (operation('/widgets', 'get')?.parameters ?? []).find((one) => 'name' in one && one.name === 'limit');
    expect(limit).toMatchObject({ in: 'query', schema: { type: 'integer', minimum: 1, maximum: 100, default: 20 } });
    expect(limit).not.toHaveProperty('required');
    expect(operation('/lines/{id}', 'get')?.parameters).toContainEqual(expect.objectContaining({ name: 'id', in: 'path', required: true }));
  });

  it('names what has a name as a component', () => {
    expect(Object.keys(document.components?.schemas ?? {})).toEqual(expect.arrayContaining(['Problem', 'Fault', 'PageMeta', 'Widget']));
  });

  it('has every problem that a route may answer, with its media type', () => {
    const responses = operation('/lines/{id}/block', 'post')?.responses ?? {};
    expect(Object.keys(responses)).toEqual(['200', '400', '401', '403', '404', '406', '409', '413', '415', '422', '429', '500', '503']);
    expect(responses['409']).toEqual({ $ref: '#/components/responses/conflict-invalid-status-transition-409' });
    expect(document.components?.responses?.['conflict-invalid-status-transition-409']).toMatchObject({
      content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
    });
    expect(Object.keys(operation('/health/live', 'get')?.responses ?? {})).toEqual(['200', '400', '406', '413', '415', '500', '503']);
  });

  it('offers an idempotency key where something may change', () => {
    expect(JSON.stringify(operation('/lines/{id}', 'patch')?.parameters)).toContain('IdempotencyKey');
    expect(JSON.stringify(operation('/lines/{id}', 'get')?.parameters)).not.toContain('IdempotencyKey');
  });

  it('names the headers that an answer may have beside its own', () => {
    const headersOf = (response: unknown) => Object.keys((response as { headers?: object } | undefined)?.headers ?? {}).toSorted();
    const limits = ['RateLimit', 'RateLimit-Policy'];
    expect(headersOf(operation('/lines/{id}', 'patch')?.responses?.['202'])).toEqual(['Idempotency-Replayed', 'Location', ...limits, 'X-Request-Id']);
    expect(headersOf(operation('/lines/{id}', 'get')?.responses?.['200'])).toEqual([...limits, 'X-Request-Id']);
    expect(headersOf(operation('/health/live', 'get')?.responses?.['200'])).toEqual(['X-Request-Id']);
    const refusals = document.components?.responses;
    expect(headersOf(refusals?.['conflict-409'])).toEqual(['Idempotency-Replayed', ...limits, 'Retry-After', 'X-Request-Id']);
    expect(headersOf(refusals?.['unauthorized-401'])).toEqual(['WWW-Authenticate', 'X-Request-Id']);
    expect(Object.keys(document.components?.headers ?? {}).toSorted()).toEqual(['Idempotency-Replayed', ...limits, 'X-Request-Id']);
  });

  it('has bodies, headers and other media types', () => {
    expect(operation('/lines/{id}', 'patch')?.requestBody).toMatchObject({ required: true, content: { 'application/json': {} } });
    expect(operation('/lines/{id}', 'patch')?.responses?.['202']).toMatchObject({ headers: { Location: { description: 'Where to look' } } });
    expect(operation('/lines/printed', 'get')?.responses?.['200']).toMatchObject({ content: { 'application/pdf': {}, 'text/csv': {} } });
  });
});
