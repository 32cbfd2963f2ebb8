import { createLog } from '@linework/log/log';
import { renderFailedOrders } from '@linework/operations/failed-orders-page';
import { formatCells, formatRow, readCell } from '@linework/schemas/values/csv-row';
import { buildElement, buildTextElement } from '@linework/tax-documents/model/xml-element';
import { describe, expect, it } from 'vitest';
import { runHere } from '../../apps/cli/test/unit/fake-context.ts';
import { parseYaml } from '../../apps/cli/test/unit/parse-yaml.ts';
import { badRowsCsv } from '../../apps/console/src/pool-import/bad-rows-csv.ts';
import { formatForScreen } from '../../apps/local/src/format-for-screen.ts';
import { readCsvRecords } from '../../packages/inventory/src/import/csv-records.ts';
import { splitLines } from '../../packages/inventory/src/import/split-lines.ts';
import { hostileTexts } from './hostile-texts.ts';

const id = '019a1c3e-7b1f-7c60-9d3f-0d3b8c1e5a42';
const cases = Object.entries(hostileTexts);
const harmless = 'harmless';

/** What a terminal obeys, written down apart from the guard. A line end is counted instead. */
const obeyed =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these must not be there.
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/u;

/** A record in which the text is a value, a name, a value in an object of a client, and an item of a list. */
const recordWith = (text: string) => ({
  id,
  status: 'ACTIVE',
  externalCode: text,
  metadata: { [text]: text },
  tags: [text],
  [`x${text}`]: text,
});

const printed = async (words: readonly string[], text: string, columns?: number): Promise<string> => {
  const { output, errorOutput } = await runHere(words, {
    answer: ({ path }) =>
      path.endsWith('/lines') ? { items: [recordWith(text)], meta: { total: 1 } } : recordWith(text),
    ...(columns !== undefined && { columns }),
  });
  return output + errorOutput;
};

function logged(text: string): string {
  const lines: string[] = [];
  const log = createLog({
    name: 'api',
    level: 'trace',
    destination: { write: (line: string) => void lines.push(line) },
  });
  log.warn({ code: text, [text]: text, nested: { [text]: [text] }, err: new Error(text) }, text);
  return lines.join('');
}

/** Text that a person reads in a terminal. */
const forTerminals: Readonly<Record<string, (text: string) => string | Promise<string>>> = {
  'a table of records on a terminal': (text) => printed(['lines', 'list'], text, 4_000),
  'a table of records in a file': (text) => printed(['lines', 'list'], text),
  'one record': (text) => printed(['lines', 'get', id], text, 4_000),
  JSON: (text) => printed(['lines', 'get', id, '-o', 'json'], text),
  'JSON lines': (text) => printed(['lines', 'list', '-o', 'jsonl'], text),
  'YAML of a list': (text) => printed(['lines', 'list', '-o', 'yaml'], text),
  'YAML of a record': (text) => printed(['lines', 'get', id, '-o', 'yaml'], text),
  'CSV on a terminal': (text) => printed(['lines', 'list', '-o', 'csv'], text, 4_000),
  'one value on a terminal': (text) => printed(['lines', 'get', id, '--select', 'externalCode'], text, 4_000),
  'one value in a file': (text) => printed(['lines', 'get', id, '--select', 'externalCode'], text),
  'the log': logged,
  'the screen of npm start': (text) => formatForScreen('api', { showAll: true })(logged(text).trimEnd()),
  'a line that is no log entry, on the screen of npm start': (text) =>
    formatForScreen('api', { showAll: true })(text.replaceAll('\n', ' ')),
};

describe.each(Object.entries(forTerminals))('%s', (_name, write) => {
  it.each(cases)('shows %s and does not obey it', async (_case, text) => {
    const shown = await write(text);
    expect(shown).not.toMatch(obeyed);
  });
});

/** YAML may fold a text, and the screen shows the lines of a stack one by one. */
const oneLineEach = Object.entries(forTerminals).filter(([name]) => !/YAML|npm start/.test(name));

describe.each(oneLineEach)('%s', (_name, write) => {
  it.each(cases)('has as many lines with %s as with any text', async (_case, text) => {
    expect((await write(text)).split('\n')).toHaveLength((await write(harmless)).split('\n').length);
  });
});

describe('text that is data', () => {
  it.each(cases)('is the same after JSON: %s', async (_case, text) => {
    expect(JSON.parse(await printed(['lines', 'get', id, '-o', 'json'], text))).toEqual(recordWith(text));
  });

  it.each(cases)('is the same after YAML: %s', async (_case, text) => {
    expect(parseYaml(await printed(['lines', 'get', id, '-o', 'yaml'], text))).toEqual(recordWith(text));
  });
});

const fromText = async function* (text: string) {
  yield Buffer.from(text);
};

async function readCsv(text: string): Promise<readonly (readonly string[])[]> {
  const rows: (readonly string[])[] = [];
  for await (const record of readCsvRecords(splitLines(fromText(text)), 'id'))
    if ('values' in record) rows.push(record.values);
  return rows;
}

/** Every writer of CSV, with the text in a cell of its own. */
const forSpreadsheets: Readonly<Record<string, (text: string) => string | Promise<string>>> = {
  'a list of the API': (text) => formatRow(['id', text]) + formatRow([id, text]),
  'a list of the command line': (text) => printed(['lines', 'list', '-o', 'csv'], text),
  'the errors of an import on the command line': (text) => `${formatCells([1, text, text])}\n`,
  'the bad rows of the console': (text) => badRowsCsv([{ line: 1, externalCode: text, detail: text }]),
};

/** The cells as a spreadsheet reads them: with the apostrophe. */
const cellsOf = (csv: string): readonly string[] =>
  [...csv.matchAll(/(?:^|,|\r?\n)(?:"((?:[^"]|"")*)"|([^",\r\n]*))/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
  );

/** What a spreadsheet would calculate, also after what some programs remove; a signed number calculates nothing. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: some programs remove them.
const formula = /^[\s\u0000-\u001f\u200b\ufeff]*[=+\-@\uff1d\uff20](?!\d+(?:\.\d+)?$)/;

describe.each(Object.entries(forSpreadsheets))('the CSV of %s', (_name, write) => {
  it.each(cases)('has no formula with %s', async (_case, text) => {
    for (const cell of cellsOf(await write(text))) expect(cell).not.toMatch(formula);
  });
});

describe('the mark of a formula in CSV', () => {
  it.each(cases)('is taken away again by a reader: %s', (_case, text) => {
    const [cell = ''] = cellsOf(formatCells([text]));
    expect(readCell(cell)).toBe(text);
  });

  it.each(cases.filter(([, text]) => !/[\r\0]/.test(text) && text.trim() === text))(
    'is taken away again by an import: %s',
    async (_case, text) => {
      expect(await readCsv(formatRow(['externalCode']) + formatRow([text]))).toEqual([['externalCode'], [text]]);
    },
  );
});

describe('the page of failed orders', () => {
  it.each(cases)('shows %s as text', (_case, text) => {
    const failedAt = new Date(0);
    const render = (code: string) =>
      renderFailedOrders([{ step: code, errorCode: code, count: 1, firstFailedAt: failedAt, lastFailedAt: failedAt }]);
    const tags = (page: string) => page.match(/<[^>]*>/g);
    expect(tags(render(text))).toEqual(tags(render(harmless)));
    expect(render(text)).not.toMatch(obeyed);
  });
});

describe('the XML of a receipt', () => {
  it.each(cases)('has %s as text that XML 1.0 allows', (_case, text) => {
    const xml = buildElement('a', [buildTextElement('b', text)], { c: text });
    expect(xml.match(/<[^>]*>/g)?.length).toBe(4);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 cannot have them.
    expect(xml).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/);
  });
});
