import { readFileSync } from 'node:fs';
import { Linework } from '@linework/sdk';
import { codeSample } from '@linework/sdk/code-sample';
import { operations } from '@linework/sdk/operations';
import { operationsByNoun } from '@linework/sdk/operations-by-noun';
import { describe, expect, it } from 'vitest';
import { routes } from '../../../apps/api/src/endpoints/interface.ts';
import { nameOperation } from './name-operation.ts';

const isEventStream = ({ returns }: { readonly returns: readonly string[] }) => returns.includes('text/event-stream');

/** Calls a method with a text for each path parameter, and records the request that it sends. */
async function callMethod(noun: string, verb: string, params: number) {
  const sent: { method: string; path: string }[] = [];
  const send: typeof fetch = async (url, init) => {
    sent.push({ method: init?.method ?? '', path: new URL(String(url)).pathname });
    return Response.json({});
  };
  const linework = new Linework({ apiKey: 'lw_test', baseUrl: 'https://linework.example', fetch: send });
  const group = Reflect.get(linework, noun) as Readonly<
    Record<string, (...values: readonly unknown[]) => Promise<unknown>>
  >;
  await group[verb]?.(...Array.from({ length: params }, (_, index) => `value-${index}`), {});
  return sent;
}

describe('the SDK', () => {
  it('has a row for every route, those of a noun in their order', async () => {
    expect(operations.map(({ name }) => name).toSorted()).toEqual(routes.map(({ name }) => name).toSorted());
    const order = new Map(routes.map(({ name }, at) => [name, at]));
    for (const [noun, load] of Object.entries(operationsByNoun)) {
      const own = await load();
      expect(own).toEqual(operations.filter((operation) => operation.noun === noun));
      expect(own).toEqual(own.toSorted((one, other) => (order.get(one.name) ?? 0) - (order.get(other.name) ?? 0)));
    }
  });

  it('has a method for every operation, which sends its request', async () => {
    const expected = operations
      .filter((operation) => !isEventStream(operation))
      .map(({ noun, verb, method, path }) => {
        let count = 0;
        return { noun, verb, sent: [{ method, path: path.replaceAll(/\{\w+\}/g, () => `value-${count++}`) }] };
      });
    const found = await Promise.all(
      operations
        .filter((operation) => !isEventStream(operation))
        .map(async ({ noun, verb, params }) => ({ noun, verb, sent: await callMethod(noun, verb, params.length) })),
    );
    expect(found).toEqual(expected);
  });

  it('has a sample of every operation in each form', () => {
    const samples = operations.flatMap(({ name }) =>
      (['curl', 'sdk', 'cli'] as const).map((kind) => codeSample(name, kind)),
    );
    expect(samples.filter((sample) => sample === '' || /undefined|\[object/.test(sample))).toEqual([]);
  });
});

describe('the name of an operation', () => {
  it.each([
    ['blockLine', '/lines/{id}/block', 'lines.block'],
    ['listLines', '/lines', 'lines.list'],
    ['listOrderAttempts', '/orders/{orderId}/attempts', 'orders.attempts'],
    ['listPoolResources', '/inventory/pools/{poolId}/resources', 'pools.resources'],
    ['createResource', '/inventory/pools/{poolId}/resources', 'pools.createResource'],
    ['getTaxReceiptDocument', '/tax-receipts/{id}/document', 'taxReceipts.document'],
    ['previewBulkOperation', '/bulk-operation-previews', 'bulkOperations.preview'],
    ['previewBulkRows', '/bulk-row-previews', 'bulkOperations.previewRows'],
    ['makeDefaultPaymentMethod', '/payment-methods/{id}/default', 'paymentMethods.makeDefault'],
    ['getPortabilityStatus', '/portability/status', 'portability.status'],
    ['recordUsage', '/usage/records', 'usage.record'],
  ])('%s is read from its path', (name, path, expected) => {
    const { noun, verb } = nameOperation({ name, path });
    expect(`${noun}.${verb}`).toBe(expected);
  });
});

describe('the types of the SDK', () => {
  const text = readFileSync(new URL('../../../packages/sdk/src/generated/types.ts', import.meta.url), 'utf8');

  it('have each list of values once (if not, name it in shared-types.ts)', () => {
    const lists = [...text.matchAll(/"[^"]+"(?: \| "[^"]+"){3,}/g)].map(([list]) => list);
    expect(lists.filter((list, at) => lists.indexOf(list) !== at)).toEqual([]);
  });

  it('have each form of an object once (if not, name it in shared-types.ts)', () => {
    const forms = listObjects(text).map((form) => form.replaceAll(/\n\s*/g, '\n'));
    const large = forms.filter((form) => form.split('readonly ').length > 4);
    expect(large.filter((form, at) => large.indexOf(form) !== at)).toEqual([]);
  });
});

/** The text of each object, also of one inside another. */
function listObjects(text: string): readonly string[] {
  const starts: number[] = [];
  return [...text.matchAll(/[{}]/g)].flatMap(({ 0: brace, index }) => {
    if (brace === '{') {
      starts.push(index);
      return [];
    }
    return [text.slice(starts.pop(), index + 1)];
  });
}
