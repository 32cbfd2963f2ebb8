import { tags } from '@linework/schemas/tags';
import { operations } from '@linework/sdk/operations';
import { describe, expect, it } from 'vitest';
import { inputsOf } from '../../src/operations/add-operation.ts';
import { kebabCase } from '../../src/operations/kebab-case.ts';
import { optionName } from '../../src/operations/option-name.ts';
import { globalOptions } from '../../src/program/build-program.ts';
import { groupOf } from '../../src/program/describe-noun.ts';
import { runHere } from './fake-context.ts';

const nothing = () => ({ items: [], meta: {} });

describe('the command line', () => {
  it.each<[string, readonly string[], string]>([
    ['an unknown noun', ['lins'], "unknown command 'lins'\n  (Did you mean lines?)"],
    ['an unknown verb', ['lines', 'blok', 'x'], "unknown command 'blok'\n  (Did you mean block?)"],
    [
      'an unknown option',
      ['lines', 'list', '--staus', 'ACTIVE'],
      "unknown option '--staus'\n  (Did you mean --status?)",
    ],
    ['a missing word', ['lines', 'block'], "missing required argument 'ID'"],
    ['a word too many', ['lines', 'get', 'a', 'b'], 'too many arguments'],
    ['an unknown value of an enum', ['lines', 'list', '--status', 'GONE'], '--status must be one of PROVISIONING'],
    ['a word instead of a number', ['resources', 'list', '--limit', 'ten'], 'must be a whole number of at least 1'],
    [
      'missing members',
      ['holders', 'create', '--name', 'Ana'],
      '--federal-tax-id is missing; see "linework holders create --help"',
    ],
    ['an object that is none', ['lines', 'change', 'x', '--metadata', 'nonsense'], '--metadata must be JSON'],
    ['a format that is none', ['lines', 'list', '-o', 'xml'], 'Allowed choices are table, json, jsonl, csv, yaml'],
    ['two ways to limit', ['lines', 'list', '--all', '--limit', '3'], '--all and --limit exclude each other'],
    ['a path that leaves the API', ['lines', 'get', '..'], 'ID must not be ".."'],
    [
      'an address instead of a path',
      ['api', 'GET', 'https://example.com/'],
      'must be a path that begins with one slash',
    ],
    ['orders that are not selected', ['orders', 'retry'], 'Name an order, or select orders with --where'],
    ['a change without a reason', ['orders', 'retry', '--where', 'status=FAILED', '--yes'], '--reason is missing'],
  ])('rejects %s with 64 and sends nothing', async (_what, words, sentence) => {
    const { code, errorOutput, sent } = await runHere(words, { answer: nothing });
    expect([code, sent]).toEqual([64, []]);
    expect(errorOutput).toContain(`linework: `);
    expect(errorOutput).toContain(sentence);
  });

  it('sends options as members of the query and of the body, with their types', async () => {
    const list = await runHere(['lines', 'list', '--status', 'active,BLOCKED', '--created-at-from', '2026-01-01'], {
      answer: nothing,
    });
    expect(list.sent).toEqual([
      {
        method: 'GET',
        path: '/lines',
        request: { query: { status: 'ACTIVE,BLOCKED', createdAtFrom: '2026-01-01', limit: 20 } },
      },
    ]);
    const pool = await runHere(
      ['pools', 'create', '--name', 'N', '--type-id', 't', '--broker-id', 'b', '--low-availability-threshold', '5'],
      {
        answer: () => ({}),
      },
    );
    expect(pool.sent[0]?.request.body).toEqual({ name: 'N', typeId: 't', brokerId: 'b', lowAvailabilityThreshold: 5 });
    const swap = await runHere(['lines', 'swap-sim', 'l 1', '--sim', 'poolId=p'], { answer: () => ({}) });
    expect(swap.sent[0]).toMatchObject({
      method: 'POST',
      path: '/lines/l%201/sim-swap',
      request: { body: { sim: { poolId: 'p' } } },
    });
  });

  it('shows the help of a noun without a verb, and names the help of a wrong command', async () => {
    expect(await runHere(['orders'])).toMatchObject({
      code: 0,
      output: expect.stringContaining('\n  explain <ID>  '),
      errorOutput: '',
    });
    for (const [words, path] of [
      [['lins'], 'linework'],
      [['lines', 'blok'], 'linework lines'],
      [['lines', 'block'], 'linework lines block'],
      [['listen'], 'linework listen'],
    ] as const)
      expect((await runHere(words)).errorOutput).toContain(`\n  See "${path} --help".\n`);
  });

  it('joins the values of an option that is repeated', async () => {
    const { sent } = await runHere(['lines', 'list', '--status', 'ACTIVE', '--status', 'BLOCKED,BLOCKING'], {
      answer: nothing,
    });
    expect(sent[0]?.request.query).toMatchObject({ status: 'ACTIVE,BLOCKED,BLOCKING' });
    const endpoint = [
      'webhook-endpoints',
      'create',
      '--url',
      'https://shop.example',
      '--types',
      'line.*',
      '--types',
      'order.failed',
    ];
    expect((await runHere(endpoint, { answer: () => ({}) })).sent[0]?.request.body).toMatchObject({
      types: ['line.*', 'order.failed'],
    });
  });

  it('sends no limit for a list without pages', async () => {
    const { code, output, sent } = await runHere(['order-groups', 'list', '--by', 'type'], {
      answer: () => ({ items: [{ type: 'LINE_BLOCK' }], meta: { total: 1 } }),
    });
    expect([code, output, sent]).toEqual([
      0,
      'type\nLINE_BLOCK\n',
      [{ method: 'GET', path: '/order-groups', request: { query: { by: 'type' } } }],
    ]);
  });

  it('has the groups of the reference', () => {
    const wrong = operations.filter(({ tag, noun }) => {
      return tags.find(({ name }) => name === tag)?.group !== groupOf(kebabCase(noun));
    });
    expect(wrong.map(({ noun, tag }) => [noun, tag])).toEqual([]);
  });

  it('shows one command for what two operations do, and runs both', async () => {
    const { output } = await runHere(['lines', '--help']);
    expect([output.includes('\n  delete <ID> '), output.includes('delete-by-verb')]).toEqual([true, false]);
    expect((await runHere(['__complete', 'lines', 'del'])).output).toBe('delete\tDelete a line\n');
    const { sent } = await runHere(['lines', 'delete-by-verb', 'x'], { answer: () => ({}) });
    expect(sent).toMatchObject([{ method: 'DELETE', path: '/lines/x' }]);
  });

  it('prints the address of a page without a key, and looks for anything else in the console', async () => {
    const open = async (...words: readonly string[]) =>
      (await runHere(['open', '--base-url', 'https://linework.example/api', ...words])).output;
    expect(await open()).toBe('https://linework.example/api/console\n');
    expect(await open('docs')).toBe('https://linework.example/api/docs\n');
    expect(await open('+55 11 98765-4321', '--print')).toBe(
      'https://linework.example/api/console/search?q=%2B55%2011%2098765-4321\n',
    );
  });

  it('needs a key before it sends anything', async () => {
    const { code, errorOutput } = await runHere(['lines', 'list']);
    expect([code, errorOutput]).toEqual([
      4,
      'linework: There is no API key for http://127.0.0.1:3000. Run "linework login", or set LINEWORK_API_KEY and ' +
        'LINEWORK_URL.\n',
    ]);
  });

  it('has a help for every command of every noun, and names no option twice', async () => {
    const globals = globalOptions().map(({ long }) => long?.slice(2));
    for (const operation of operations) {
      const names = [...inputsOf(operation).map(optionName), 'body', 'wait', 'all', 'limit', 'timeout', 'accept'];
      expect([operation.name, names.filter((name) => globals.includes(name))]).toEqual([operation.name, []]);
      expect([
        operation.name,
        inputsOf(operation).filter((input, at, all) => all.findIndex(({ name }) => name === input.name) !== at),
      ]).toEqual([operation.name, []]);
    }
    const { code, output } = await runHere(['--help']);
    expect(code).toBe(0);
    expect(output).toContain('linework login --base-url');
  });

  it.each<[number, string, unknown]>([
    [0, 'COMPLETED', null],
    [1, 'FAILED', null],
    [1, 'ROLLED_BACK', null],
    [2, 'CANCELLED', 'a mistake'],
    [3, 'IN_PROGRESS', null],
  ])('exits with %d after waiting for an order that is %s', async (code, status, cancellationReason) => {
    const order = { id: '4711', status, cancellationReason, steps: [], createdAt: '', updatedAt: '' };
    expect((await runHere(['lines', 'block', 'x', '--wait'], { answer: () => order })).code).toBe(code);
  });

  it('completes nouns, verbs, options and values', async () => {
    expect((await runHere(['__complete', 'orde'])).output).toContain('orders\tOrders: follow');
    expect((await runHere(['__complete', 'orders', 'wa'])).output).toBe(
      'watch\tShow each change of an order until it has settled\n',
    );
    expect((await runHere(['__complete', 'orders', 'watch', 'x', '--ex'])).output).toContain('--exit-status\t');
    expect((await runHere(['__complete', 'lines', 'list', '--status', 'BLOCKE'])).output).toBe('BLOCKED\t\n');
    expect((await runHere(['__complete', 'lines', 'list', '-o', 'js'])).output).toBe('json\t\njsonl\t\n');
  });
});
