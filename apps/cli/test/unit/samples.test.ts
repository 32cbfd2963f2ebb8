import { readFileSync } from 'node:fs';
import { operations } from '@linework/sdk/operations';
import { sampleOf } from '@linework/sdk/sample-of';
import { describe, expect, it } from 'vitest';
import { isCommand } from '../../src/operations/add-operation.ts';
import { runHere } from './fake-context.ts';

interface Example {
  readonly request: { readonly path: string; readonly body?: unknown };
  readonly response: { readonly body?: unknown };
}

interface Documented {
  readonly 'x-codeSamples': readonly { readonly label: string; readonly source: string }[];
}

const read = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../../../docs/generated/${name}`, import.meta.url), 'utf8'));
const examples = read('examples.json') as Readonly<Record<string, Example>>;
const document = read('openapi.json') as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Documented>>>>;
};
const commands = operations.filter((operation) => isCommand(operation) && operation.stream === undefined);

const order = { ...(examples['getOrder']?.response.body as object), status: 'COMPLETED' };

/** The words of a command as a shell reads them; the samples quote with '...' only. */
const splitWords = (command: string): readonly string[] =>
  [...command.matchAll(/(?:'(?:[^']|'\\'')*'|[^\s'])+/g)].map(([word]) =>
    word.replaceAll("'\\''", '\0').replaceAll("'", '').replaceAll('\0', "'"),
  );

describe('the command of the reference page', () => {
  it.each(commands.map(({ name }) => name))('of %s sends the request of its example', async (name) => {
    const { path, method } = commands.find((operation) => operation.name === name) as (typeof commands)[number];
    const source =
      document.paths[path]?.[method.toLowerCase()]?.['x-codeSamples'].find(({ label }) => label === 'linework')
        ?.source ?? '';
    const { request, response } = examples[name] as Example;
    const { sent, errorOutput } = await runHere(splitWords(source).slice(1), {
      answer: (call) => (/^\/orders\/[^/]+$/.test(call.path) ? order : (response.body ?? {})),
    });
    const [address, search = ''] = request.path.split('?');
    const { limit: _limit, ...query } = sent[0]?.request.query ?? {};
    const { limit: _shown, ...wanted } = Object.fromEntries(new URLSearchParams(search));
    expect(errorOutput.split('\n').filter((line) => line.startsWith('linework:'))).toEqual([]);
    expect([
      sent[0]?.method,
      sent[0]?.path,
      Object.fromEntries(Object.entries(query).map(([key, value]) => [key, String(value)])),
    ]).toEqual([method, address, wanted]);
    expect(sent[0]?.request.body).toEqual(request.body);
  });

  it('has the forms of a list, of an object, and of a text with a quote', () => {
    const create = operations.find(({ name }) => name === 'createWebhookEndpoint') as (typeof operations)[number];
    const body = { url: 'https://shop.example/it', types: ['line.*', 'order.failed'], description: "the shop's" };
    expect(sampleOf(create, 'cli', { body })).toBe(
      "linework webhook-endpoints create --url 'https://shop.example/it' --types 'line.*,order.failed' " +
        "--description 'the shop'\\''s'",
    );
  });
});
