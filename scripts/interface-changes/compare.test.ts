import { describe, expect, it } from 'vitest';
import { compareInterfaces } from './compare.ts';
import { type ApiDocument, outlineDocument } from './outline.ts';

const base = {
  paths: {
    '/lines/{id}': {
      post: {
        operationId: 'changeLine',
        security: [{ ApiKey: ['lines:write'] }],
        parameters: [{ in: 'query', name: 'mode', schema: { type: 'string', enum: ['a', 'b'] } }],
        requestBody: {
          content: {
            'application/json': {
              schema: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } },
            },
          },
        },
        responses: {
          200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Line' } } } },
          404: {},
        },
      },
    },
  },
  components: {
    schemas: {
      Line: {
        type: 'object',
        required: ['id'],
        properties: { id: { type: 'string' }, tags: { type: 'array', items: { type: 'string' } } },
      },
    },
  },
};

/** Compares the base with a copy that `change` has changed. */
function changesAfter(change: (document: typeof base) => void) {
  const copy = structuredClone(base);
  change(copy);
  return compareInterfaces(
    outlineDocument(base as unknown as ApiDocument),
    outlineDocument(copy as unknown as ApiDocument),
  );
}

const operation = (document: typeof base) => document.paths['/lines/{id}'].post;
const requestOf = (document: typeof base) =>
  operation(document).requestBody.content['application/json'].schema as { required: string[]; properties: object };
const lineOf = (document: typeof base) =>
  document.components.schemas.Line as { required: string[]; properties: Record<string, object> };

describe('comparing two versions of the interface', () => {
  it('finds nothing if only the name of a component differs', () => {
    const renamed = JSON.parse(
      JSON.stringify(base).replaceAll('"Line"', '"TheLine"').replaceAll('/Line"', '/TheLine"'),
    ) as ApiDocument;
    expect(compareInterfaces(outlineDocument(base as unknown as ApiDocument), outlineDocument(renamed))).toEqual([]);
  });

  it.each<readonly [string, (document: typeof base) => void, string]>([
    ['an operation', (one) => Reflect.deleteProperty(one.paths, '/lines/{id}'), 'The operation `changeLine` is gone.'],
    ['a parameter', (one) => operation(one).parameters.pop(), 'The parameter `query mode` of the request is gone.'],
    [
      'a value of a parameter',
      (one) => operation(one).parameters[0]?.schema.enum.pop(),
      'The parameter `query mode` of the request has no longer the values b.',
    ],
    [
      'a member of the request',
      (one) => Reflect.deleteProperty(requestOf(one).properties, 'name'),
      'The member `name` of the request is gone.',
    ],
    [
      'a member of the answer',
      (one) => Reflect.deleteProperty(lineOf(one).properties, 'tags'),
      'The member `tags` of the answer 200 is gone.',
    ],
    [
      'the certainty of a member of the answer',
      (one) => lineOf(one).required.pop(),
      'The member `id` of the answer 200 may be absent.',
    ],
    [
      'the type of a member',
      (one) => Object.assign(lineOf(one).properties, { id: { type: 'integer' } }),
      'The member `id` of the answer 200 is of type integer instead of string.',
    ],
    ['a status', (one) => Reflect.deleteProperty(operation(one).responses, 200), 'Does not answer 200 any more.'],
    [
      'the scope',
      (one) => operation(one).security.splice(0, 1, { ApiKey: ['operator'] }),
      'The scope is operator instead of lines:write.',
    ],
  ])('finds that %s is gone', (_what, change, text) => {
    expect(changesAfter(change)).toEqual([{ operation: 'POST /lines/{id}', text, isBreaking: true }]);
  });

  it('finds a member that a client must send from now on', () => {
    const add = (one: typeof base) => {
      Object.assign(requestOf(one).properties, { code: { type: 'string' } });
      requestOf(one).required.push('code');
    };
    expect(changesAfter(add)).toMatchObject([
      { text: 'The member `code` of the request is new and required.', isBreaking: true },
    ]);
  });

  it('lists additions as compatible', () => {
    const add = (one: typeof base) => {
      Object.assign(lineOf(one).properties, { more: { type: 'object', properties: { inner: { type: 'string' } } } });
      Object.assign(operation(one).responses, { 409: {} });
    };
    expect(changesAfter(add)).toEqual([
      { operation: 'POST /lines/{id}', text: 'The member `more` of the answer 200 is new.', isBreaking: false },
      { operation: 'POST /lines/{id}', text: 'May answer 409.', isBreaking: false },
    ]);
  });
});
