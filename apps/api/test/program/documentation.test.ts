import { version } from '@linework/config/version';
import { afterAll, describe, expect, it } from 'vitest';
import { routes } from '../../src/endpoints/interface.ts';
import { send } from '../support/send.ts';
import { publicUrl, startTestApi } from '../support/test-api.ts';

const api = await startTestApi();
afterAll(() => api.close());

type Json = Readonly<Record<string, unknown>>;
const response = await fetch(`${api.url}/openapi.json`);
const document = (await response.json()) as {
  openapi: string;
  info: Json;
  servers: Json[];
  paths: Record<string, Record<string, Operation>>;
  components: Record<string, Json>;
};

interface Operation {
  readonly operationId: string;
  readonly security: readonly Json[];
  readonly parameters?: readonly (
    | { readonly $ref: string }
    | { readonly name: string; readonly in: string; readonly required?: boolean; readonly schema: Json }
  )[];
  readonly requestBody?: { readonly required: boolean; readonly content: Json };
  readonly responses: Readonly<Record<string, Json>>;
}

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);

/** Lists every object in the document at any depth. */
function* everyObject(value: unknown): Generator<Json> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield value as Json;
  for (const member of Object.values(value)) yield* everyObject(member);
}

function at(pointer: string): unknown {
  const steps = pointer
    .replace(/^#\//, '')
    .split('/')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  return steps.reduce<unknown>((value, step) => (value as Json | undefined)?.[step], document);
}

describe('/openapi.json', () => {
  it('is an OpenAPI 3.1 document of this service', () => {
    expect(response.headers.get('Content-Type')).toBe('application/json');
    expect(document.openapi).toMatch(/^3\.1\./);
    expect(document).toMatchObject({
      info: { title: 'Linework', version: '1.0.0', 'x-release': version },
      servers: [{ url: publicUrl }],
    });
  });

  it('has exactly the routes of the API, each with its own name', () => {
    expect(routes.length).toBeGreaterThan(0);
    const served = routes.map(({ method, path, name }) => `${method} ${path} ${name}`);
    expect(
      operations.map(({ method, path, operation }) => `${method} ${path} ${operation.operationId}`).toSorted(),
    ).toEqual(served.toSorted());
    expect(new Set(operations.map(({ operation }) => operation.operationId)).size).toBe(operations.length);
  });

  it('has no broken reference', () => {
    // An example is data: that of the event types shows schemas with references of their own.
    const withoutExamples = JSON.parse(JSON.stringify(document), (name, value) =>
      name === 'example' ? undefined : value,
    ) as typeof document;
    const references = [...everyObject(withoutExamples)].flatMap(({ $ref }) =>
      typeof $ref === 'string' ? [$ref] : [],
    );
    expect(references.length).toBeGreaterThan(0);
    expect(references.filter((reference) => at(reference) === undefined)).toEqual([]);
  });

  it('names its schemas and responses so that generators can make types of them', () => {
    const names = ['schemas', 'responses', 'parameters'].flatMap((kind) =>
      Object.keys(document.components[kind] ?? {}),
    );
    expect(names.length).toBeGreaterThan(150);
    expect(names.filter((name) => !/^[A-Z][A-Za-z0-9]*$/.test(name))).toEqual([]);
  });

  it('has an example of each path parameter', () => {
    const parameters = operations.flatMap(({ path, operation }) =>
      (operation.parameters ?? []).map((parameter) => ({ path, ...parameter }) as Json),
    );
    const inPath = parameters.filter((parameter) => parameter['in'] === 'path');
    expect(inPath.length).toBeGreaterThan(100);
    expect(inPath.filter(({ example }) => typeof example !== 'string')).toEqual([]);
  });

  it('declares each path parameter and the responses of each operation', () => {
    for (const { path, operation } of operations) {
      const inPath = (operation.parameters ?? []).flatMap((parameter) =>
        'in' in parameter && parameter.in === 'path' ? [parameter] : [],
      );
      expect(
        inPath.map(({ name }) => `{${name}}`),
        path,
      ).toEqual(path.match(/\{[^}]+\}/g) ?? []);
      expect(inPath.every(({ required, schema }) => required === true && schema !== undefined)).toBe(true);
      const statuses = Object.keys(operation.responses);
      expect(
        statuses.some((status) => /^2\d\d$/.test(status)),
        path,
      ).toBe(true);
      expect(statuses).toContain('400');
      expect(statuses).toContain('500');
    }
  });

  it('declares the key for each operation that needs one', () => {
    for (const { name, scope } of routes) {
      const found = operations.find(({ operation }) => operation.operationId === name)?.operation;
      expect(found?.security, name).toEqual(scope === null ? [] : [{ ApiKey: [scope] }]);
    }
    expect(document.components['securitySchemes']).toMatchObject({
      ApiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
    });
  });

  it('has named schemas without additional members', () => {
    expect(document.components['schemas']).toMatchObject({
      Order: {
        type: 'object',
        additionalProperties: false,
        required: expect.arrayContaining(['id', 'steps', 'failure', 'cancellationReason']),
      },
      Line: { type: 'object', additionalProperties: false },
      Problem: { type: 'object', required: expect.arrayContaining(['type', 'title', 'status']) },
    });
  });
});

describe('the root path', () => {
  it('redirects a browser to the documentation, and shows its address to other clients', async () => {
    const { status, headers, text } = await send(api.port, { path: '/', headers: { 'X-Request-Id': 'mine' } });
    expect([status, headers.location, headers['x-request-id'], headers['cache-control']]).toEqual([
      302,
      '/docs',
      'mine',
      'no-store',
    ]);
    expect(text).toBe(
      `This is Linework. Guides: ${publicUrl}/guides\nReference: ${publicUrl}/docs\nOpenAPI document: ` +
        `${publicUrl}/openapi.json\n`,
    );
    expect((await fetch(api.url)).url).toBe(`${api.url}/docs`);
    expect((await send(api.port, { method: 'HEAD', path: '/' })).text).toBe('');
    const posted = await send(api.port, { method: 'POST', path: '/' });
    expect([posted.status, posted.headers.allow]).toEqual([405, 'GET, HEAD']);
  });
});

describe('the pages without a key', () => {
  const pages = [
    '/openapi.json',
    '/docs',
    '/docs/start.js',
    '/docs/scalar.js',
    '/guides',
    '/llms.txt',
    '/health/live',
    '/health/ready',
  ];

  it.each(pages)('return %s without a key, with the request id and a fixed media type', async (path) => {
    const { status, headers, text } = await send(api.port, { path, headers: { 'X-Request-Id': 'mine' } });
    expect(status).toBe(200);
    expect(text.length).toBeGreaterThan(10);
    expect(headers).toMatchObject({
      'x-request-id': 'mine',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
    expect(headers['x-powered-by']).toBeUndefined();
    expect(headers['strict-transport-security']).toBeUndefined();
    expect((await send(api.port, { method: 'HEAD', path })).text).toBe('');
  });

  it('refuse a check that the health does not have', async () => {
    const { status, headers, text } = await send(api.port, { path: '/health/ready?exclude=reds' });
    expect([status, headers['content-type']]).toEqual([400, 'application/problem+json']);
    expect(text).toContain('`postgres`, `redis`, `queue`, `maintenance`, and not \\"reds\\"');
  });

  it.each(pages)(
    'respond at %s to unusual conditions, other methods and other spellings with a declared response',
    async (path) => {
      const unusual: readonly Record<string, string>[] = [
        { Range: 'bytes=99999999-' },
        { Range: 'bytes=0-1' },
        { 'If-Match': '"x"' },
        { 'If-Unmodified-Since': 'Mon, 01 Jan 1990 00:00:00 GMT' },
      ];
      for (const headers of unusual)
        expect((await send(api.port, { path, headers })).status, JSON.stringify(headers)).toBe(200);
      for (const spelling of [`${path}/`, path.toUpperCase(), `${path}%00`]) {
        const { status, headers } = await send(api.port, { path: spelling });
        expect([status === 404 || status === 400, headers['content-type']], spelling).toEqual([
          true,
          'application/problem+json',
        ]);
      }
      for (const method of ['POST', 'DELETE', 'OPTIONS']) {
        const { status, headers } = await send(api.port, { method, path });
        expect([status, headers.allow, headers['content-type']], method).toEqual([
          405,
          'GET, HEAD',
          'application/problem+json',
        ]);
      }
    },
  );

  it.each([
    '/docs/../package.json',
    '/docs/..%2fpackage.json',
    '/docs/package.json',
    '/docs/index.html',
    '/docs/%2e%2e/x',
  ])('do not expose %s', async (path) => {
    expect((await send(api.port, { path })).status).toBe(404);
  });
});
