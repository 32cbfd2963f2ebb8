import { describe, expect, it } from 'vitest';
import { readExamples } from '../../src/documentation/examples.ts';
import { findExampleErrors } from '../../src/documentation/find-example-errors.ts';
import { routes } from '../../src/endpoints/interface.ts';

const examples = readExamples();

describe('docs/generated/examples.json', () => {
  it('has a valid example of each operation (if not, run npm run examples)', () => {
    expect(routes.flatMap((route) => findExampleErrors(route, examples[route.name]))).toEqual([]);
  });

  it('has no example of an operation that does not exist', () => {
    const names = new Set<string>(routes.map(({ name }) => name));
    expect(Object.keys(examples).filter((name) => !names.has(name))).toEqual([]);
  });

  it('has no key that could be used', () => {
    const keys = [...JSON.stringify(examples).matchAll(/"key":"([^"]+)"/g)].map(([, key]) => key);
    expect(keys.length).toBeGreaterThan(0);
    expect(keys.filter((key) => !key?.endsWith('ExampleOfAKeyWithoutAnyUse'))).toEqual([]);
  });
});

describe('an example that differs from its route', () => {
  const route = routes.find(({ name }) => name === 'blockLine');
  const valid = examples['blockLine'];

  it('is reported with the place that is wrong', () => {
    if (!route || !valid) throw new Error('there is no example of blockLine');
    const wrong = {
      ...valid,
      response: { ...valid.response, body: { ...(valid.response.body as object), status: 'SLEEPING' } },
    };
    expect(findExampleErrors(route, wrong)).toEqual([
      expect.stringContaining('response in the example of blockLine is wrong at "status"'),
    ]);
    expect(findExampleErrors(route, { ...valid, response: { ...valid.response, status: 299 } })).toHaveLength(1);
    expect(findExampleErrors(route, { ...valid, request: { path: '/line/1/block' } })).toHaveLength(1);
    expect(findExampleErrors(route, undefined)).toEqual(['blockLine has no example.']);
  });
});
