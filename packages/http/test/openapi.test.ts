import { allProblemCodes } from '@linework/problem-details/codes/problem-codes';
import { problemNames } from '@linework/problem-details/codes/problems';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Route } from '../src/define-route.ts';
import { listQuery } from '../src/list-query.ts';
import { curlSampler } from '../src/openapi/code-samples.ts';
import { openapi } from '../src/openapi/openapi.ts';
import { pagedEnvelope } from '../src/paged-envelope.ts';
import { blockLine, printLine, readHealth, renameLine, showLine } from './support/endpoints.ts';

const widget = z.strictObject({ id: z.string() }).meta({ id: 'Widget' });
const listWidgets: Route = {
  name: 'listWidgets',
  method: 'get',
  path: '/widgets',
  tag: 'widgets',
  summary: 'List widgets',
  description: 'List widgets.',
  scope: 'inventory:read',
  query: listQuery({ sortBy: { createdAt: 'time' } }),
  responses: { 200: { description: 'A page', body: pagedEnvelope(widget), headers: { Link: 'Other pages' } } },
  problems: [],
};
const routes = [showLine, renameLine, blockLine, readHealth, printLine, listWidgets];
const facts = {
  title: 'Linework',
  version: '1.0.0',
  serverUrl: 'https://linework.example',
  description: 'Lines.',
  contact: { name: 'Linework', url: 'https://linework.example/docs' },
  tags: [{ name: 'lines', title: 'Lines', group: 'Lines and orders', description: 'Lines.' }],
};
const document = openapi(routes, facts);
interface EnumMembers {
  readonly properties: Readonly<Record<string, { readonly enum: readonly string[] }>>;
}

const operation = (path: string, method: 'get' | 'patch' | 'post') => document.paths?.[path]?.[method];

describe('the OpenAPI document', () => {
  it('has each route as an operation with its name', () => {
    const names = Object.values(document.paths ?? {}).flatMap((item) =>
      Object.values(item).map((one) => (one as { operationId: string }).operationId),
    );
    expect(names.toSorted()).toEqual(routes.map(({ name }) => name).toSorted());
  });

  it('is always the same', () => {
    expect(JSON.stringify(openapi(routes, facts))).toBe(JSON.stringify(document));
  });

  it('declares the key and the scope of each operation', () => {
    expect(document.components?.securitySchemes).toMatchObject({
      ApiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
    });
    expect(operation('/lines/{id}', 'get')?.security).toEqual([{ ApiKey: ['lines:read'] }]);
    expect(operation('/health/live', 'get')?.security).toEqual([]);
  });

  it('describes the parsed type of a parameter', () => {
    const limit = (operation('/widgets', 'get')?.parameters ?? []).find((one) => 'name' in one && one.name === 'limit');
    expect(limit).toMatchObject({ in: 'query', schema: { type: 'integer', minimum: 1, maximum: 100, default: 20 } });
    expect(limit).not.toHaveProperty('required');
    expect(operation('/lines/{id}', 'get')?.parameters).toContainEqual(
      expect.objectContaining({ name: 'id', in: 'path', required: true }),
    );
  });

  it('has named schemas as components', () => {
    expect(Object.keys(document.components?.schemas ?? {})).toEqual(
      expect.arrayContaining(['Problem', 'Fault', 'PageMeta', 'Widget']),
    );
  });

  it('has each problem of a route with its media type', () => {
    const responses = operation('/lines/{id}/block', 'post')?.responses ?? {};
    expect(Object.keys(responses)).toEqual([
      '200',
      '400',
      '401',
      '403',
      '404',
      '406',
      '409',
      '412',
      '413',
      '415',
      '422',
      '429',
      '500',
      '503',
    ]);
    expect(responses['409']).toEqual({
      $ref: '#/components/responses/Problem409IdempotencyInFlightInvalidStatusTransition',
    });
    expect(document.components?.responses?.['Problem409IdempotencyInFlightInvalidStatusTransition']).toMatchObject({
      content: {
        'application/problem+json': {
          schema: {
            allOf: [
              { $ref: '#/components/schemas/Problem' },
              { properties: { code: { enum: ['idempotency-in-flight', 'invalid-status-transition'] } } },
            ],
          },
          examples: {
            'idempotency-in-flight': { value: { type: 'https://linework.example/problems/conflict', status: 409 } },
          },
        },
      },
    });
    expect(Object.keys(operation('/health/live', 'get')?.responses ?? {})).toEqual([
      '200',
      '400',
      '406',
      '413',
      '415',
      '500',
      '503',
    ]);
  });

  it('has the nine problem types and all problem codes', () => {
    const [problem] = Object.entries(document.components?.schemas ?? {}).flatMap(([name, schema]) =>
      name === 'Problem' ? [schema as EnumMembers] : [],
    );
    expect(problem?.properties['type']?.enum).toEqual(
      problemNames.map((name) => `https://linework.example/problems/${name}`),
    );
    expect(problem?.properties['code']?.enum).toEqual(allProblemCodes);
  });

  it('has a description of each operation and an example of each body', () => {
    for (const { method, path } of routes) {
      const one = operation(path, method as 'get') as
        | { description?: string; requestBody?: unknown; responses: Record<string, unknown> }
        | undefined;
      expect(one?.description, path).toMatch(/^[A-Z].*\.$/);
    }
    expect(operation('/lines/{id}', 'get')?.responses?.['200']).toMatchObject({
      content: { 'application/json': { example: { id: 'example', names: ['example'] } } },
    });
    expect(operation('/lines/{id}', 'patch')?.requestBody).toMatchObject({
      content: { 'application/json': { example: { names: ['example'] } } },
    });
  });

  it('names the scope of an operation in its description', () => {
    expect(operation('/lines/{id}', 'get')?.description).toMatch(/ Needs a key with the scope `lines:read`\.$/);
    expect(operation('/health/live', 'get')?.description).toMatch(/ No key is needed\.$/);
  });

  it('shows the recorded request and answer of an operation, and a sample of the request in each language', () => {
    const line = { id: 'a', names: ['Ana'] };
    const sent = { path: '/lines/a', mediaType: 'application/json', body: { names: ["d'Ana"] } };
    const examples = {
      renameLine: { request: sent, response: { status: 202, headers: {} } },
      showLine: {
        request: { path: '/lines/a' },
        response: { status: 200, headers: {}, mediaType: 'application/json', body: line },
      },
    };
    const { paths } = openapi(routes, { ...facts, examples, samplers: [curlSampler('https://linework.example')] });
    const { requestBody, 'x-codeSamples': samples } = paths?.['/lines/{id}']?.patch ?? {};
    expect(requestBody).toMatchObject({ content: { 'application/json': { example: { names: ["d'Ana"] } } } });
    expect(paths?.['/lines/{id}']?.get?.responses?.['200']).toMatchObject({
      content: { 'application/json': { example: line } },
    });
    expect(samples).toMatchObject([
      {
        label: 'curl',
        source: expect.stringMatching(/^curl -X PATCH 'https:\/\/linework\.example\/lines\/a' .*d'\\''Ana/s),
      },
    ]);
  });

  it('shows the tags with their titles, in groups', () => {
    expect(document.tags).toEqual([{ name: 'lines', 'x-displayName': 'Lines', description: 'Lines.' }]);
    expect(document).toMatchObject({ 'x-tagGroups': [{ name: 'Lines and orders', tags: ['lines'] }] });
  });

  it('has the idempotency key for operations that may change something', () => {
    expect(JSON.stringify(operation('/lines/{id}', 'patch')?.parameters)).toContain('IdempotencyKey');
    expect(JSON.stringify(operation('/lines/{id}', 'get')?.parameters)).not.toContain('IdempotencyKey');
  });

  it('has the common headers of a response beside its own', () => {
    const headersOf = (response: unknown) =>
      Object.keys((response as { headers?: object } | undefined)?.headers ?? {}).toSorted();
    const limits = ['RateLimit', 'RateLimit-Policy'];
    expect(headersOf(operation('/lines/{id}', 'patch')?.responses?.['202'])).toEqual([
      'Idempotency-Replayed',
      'Location',
      ...limits,
      'X-Request-Id',
    ]);
    expect(headersOf(operation('/lines/{id}', 'get')?.responses?.['200'])).toEqual(['ETag', ...limits, 'X-Request-Id']);
    expect(headersOf(operation('/health/live', 'get')?.responses?.['200'])).toEqual(['X-Request-Id']);
    const problems = document.components?.responses;
    expect(headersOf(problems?.['Problem409IdempotencyInFlightOpenOrder'])).toEqual([
      'Idempotency-Replayed',
      ...limits,
      'Retry-After',
      'X-Request-Id',
    ]);
    expect(headersOf(problems?.['Problem401Unauthorized'])).toEqual(['WWW-Authenticate', 'X-Request-Id']);
    expect(Object.keys(document.components?.headers ?? {}).toSorted()).toEqual([
      'ETag',
      'Idempotency-Replayed',
      ...limits,
      'X-Request-Id',
    ]);
  });

  it('has If-Match for operations that change a record, and If-None-Match for those that read it', () => {
    expect(JSON.stringify(operation('/lines/{id}', 'patch')?.parameters)).toContain('IfMatch');
    expect(JSON.stringify(operation('/lines/{id}/block', 'post')?.parameters)).toContain('IfMatch');
    const read = operation('/lines/{id}', 'get');
    expect(JSON.stringify(read?.parameters)).toContain('IfNoneMatch');
    expect(JSON.stringify(read?.parameters)).not.toContain('IfMatch');
    expect(read?.responses?.['304']).toEqual({ $ref: '#/components/responses/NotModified' });
    expect(operation('/health/live', 'get')?.responses).not.toHaveProperty('304');
  });

  it('has bodies, headers and other media types', () => {
    expect(operation('/lines/{id}', 'patch')?.requestBody).toMatchObject({
      required: true,
      content: { 'application/json': {} },
    });
    expect(operation('/lines/{id}', 'patch')?.responses?.['202']).toMatchObject({
      headers: { Location: { description: 'Where to look' } },
    });
    expect(operation('/lines/printed', 'get')?.responses?.['200']).toMatchObject({
      content: { 'application/pdf': {}, 'text/csv': {} },
    });
  });
});
