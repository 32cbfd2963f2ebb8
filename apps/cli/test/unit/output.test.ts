import { describe, expect, it } from 'vitest';
import { runHere } from './fake-context.ts';

const id = '019a1c3e-7b1f-7c60-9d3f-0d3b8c1e5a42';
const esc = '\u001b';
const lines = [
  {
    id,
    status: 'ACTIVE',
    msisdn: '+5511900000001',
    externalCode: `evil${esc}[2J\u009b31m\u202e\n`,
    holder: { name: 'Ana, "A"' },
    metadata: {},
  },
  { id, status: 'BLOCKED', msisdn: '+5511900000002', holder: { name: 'Bia' }, metadata: {} },
];
const answer = () => ({ items: lines, meta: { total: 2 } });
const list = async (...words: readonly string[]) => (await runHere(['lines', 'list', ...words], { answer })).output;

describe('the output', () => {
  it('is a table whose columns are the most useful members', async () => {
    const [header, first] = (await list()).split('\n');
    expect(header).toBe('status   msisdn          externalCode                    holder.name  id');
    expect(first).toBe(`ACTIVE   +5511900000001  evil\\u001b[2J\\u009b31m\\u202e\\n  Ana, "A"     ${id}`);
  });

  it('says on a terminal how old a record is, and in a pipe when it was made', async () => {
    const createdAt = new Date(Date.now() - 180_000).toISOString();
    const order = { answer: () => ({ items: [{ id: 'o', brokerId: 'b', createdAt, status: 'FAILED' }], meta: {} }) };
    const shown = await runHere(['orders', 'list'], { ...order, columns: 80 });
    expect(shown.output).toBe('status  age    id  brokerId\nFAILED  3 min  o   b\n');
    const piped = await runHere(['orders', 'list'], order);
    expect(piped.output).toContain(`status  createdAt                 id  brokerId\nFAILED  ${createdAt}  o   b\n`);
  });

  it.each(['table', 'json', 'jsonl', 'yaml'])(
    'never sends a control character of the data to a terminal as %s',
    async (format) => {
      const { output } = await runHere(['lines', 'list', '-o', format], { answer, columns: 200 });
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these must not be there.
      expect(output).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
      expect(output).toContain('evil');
    },
  );

  it('fits the width of a terminal, never cuts an id, and says what is missing', async () => {
    const { output, errorOutput } = await runHere(['lines', 'list'], { answer, columns: 62 });
    for (const line of output.trimEnd().split('\n')) expect([...line].length).toBeLessThanOrEqual(62);
    expect(output).toContain(id);
    expect(errorOutput).toBe(
      'Columns that do not fit: externalCode, holder.name. See them\nwith --select or -o json.\n',
    );
  });

  it('breaks a long text of one record under its beginning, and leaves it whole for a program', async () => {
    const detail =
      'The network refused the call because the subscriber is unknown there; check the IMSI of the SIM before you ' +
      'retry.';
    const get = async (columns?: number) =>
      (
        await runHere(['orders', 'get', id], {
          answer: () => ({ id, failure: { detail } }),
          ...(columns && { columns }),
        })
      ).output;
    expect(await get()).toContain(detail);
    const shown = (await get(60)).trimEnd().split('\n');
    for (const line of shown) expect(line.length).toBeLessThanOrEqual(60);
    const [, first = '', ...rest] = shown;
    expect([first.slice(16), ...rest.map((line) => line.trim())].join(' ')).toBe(detail);
    for (const line of rest) expect(line).toMatch(/^ {16}\S/);
  });

  it('is CSV as RFC 4180 defines it', async () => {
    expect(await list('-o', 'csv', '--select', 'status,holder.name')).toBe(
      'status,holder.name\nACTIVE,"Ana, ""A"""\nBLOCKED,Bia\n',
    );
  });

  it('is JSON, JSON lines and YAML, with the same members', async () => {
    const selected = [{ status: 'ACTIVE' }, { status: 'BLOCKED' }];
    expect(JSON.parse(await list('-o', 'json', '--select', 'status'))).toEqual(selected);
    expect(
      (await list('-o', 'jsonl', '--select', 'status'))
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual(selected);
    expect(await list('-o', 'yaml', '--select', 'status')).toBe('- status: ACTIVE\n- status: BLOCKED\n');
  });

  it('is only the value where one member is selected and a program reads it', async () => {
    expect(await list('--select', 'id')).toBe(`${id}\n${id}\n`);
  });

  it('goes over pages up to the limit, or to the end', async () => {
    type Request = { readonly request: { readonly query?: Readonly<Record<string, unknown>> | undefined } };
    const rangeOf = ({ request: { query } }: Request) =>
      [Number(query?.['cursor'] ?? 0), Number(query?.['limit'])] as const;
    const api = {
      answer: (sent: Request) => {
        const [from, size] = rangeOf(sent);
        return {
          items: Array.from({ length: Math.min(size, 250 - from) }, (_, at) => ({ id: from + at })),
          meta: { total: 250 },
        };
      },
      next: (sent: Request) => {
        const [from, size] = rangeOf(sent);
        return from + size < 250 ? `limit=${size}&cursor=${from + size}` : undefined;
      },
    };
    const all = await runHere(['orders', 'list', '--all', '-o', 'jsonl'], api);
    expect([all.output.trim().split('\n').length, all.sent.length, all.errorOutput]).toEqual([250, 3, '']);
    const some = await runHere(['orders', 'list', '--limit', '120', '-o', 'jsonl'], api);
    expect([some.output.trim().split('\n').length, some.sent.map(({ request }) => request.query?.['limit'])]).toEqual([
      120,
      [100, 20],
    ]);
    expect(some.errorOutput).toBe('120 of 250 are shown. See more with --limit or --all.\n');
  });

  it('goes on in the feed by positions, also after an empty page', async () => {
    const pages = [[{ position: 7 }], [], [{ position: 91 }]];
    const links = ['after=7', 'after=90'];
    const api = { answer: () => ({ items: pages.shift() }), next: () => links.shift() };
    const all = await runHere(['events', 'list', '--after', '3', '--all', '-o', 'jsonl'], api);
    expect([all.output, all.sent.map(({ request }) => request.query?.['after'])]).toEqual([
      '{"position":7}\n{"position":91}\n',
      [3, '7', '90'],
    ]);
  });

  it('does not write a document to a terminal', async () => {
    const document = { answer: () => new Uint8Array([37, 80, 68, 70]) };
    expect(await runHere(['tax-receipts', 'document', 'x'], { ...document, columns: 80 })).toMatchObject({
      code: 64,
      output: '',
    });
    expect((await runHere(['tax-receipts', 'document', 'x'], document)).code).toBe(0);
  });
});
