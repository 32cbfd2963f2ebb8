import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { compareDocuments } from './compare-documents.ts';
import { compareSdk } from './compare-sdk.ts';

const folder = mkdtempSync(join(tmpdir(), 'linework-measure-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A checkout that has only these files. */
function checkout(name: string, files: Readonly<Record<string, string>>): string {
  rmSync(join(folder, name), { recursive: true, force: true });
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name, path)), { recursive: true });
    writeFileSync(join(folder, name, path), text);
  }
  return join(folder, name);
}

const get = { operationId: 'getLine', responses: { 200: { $ref: '#/components/responses/Line' } } };
const line = { description: 'A line.', required: ['id', 'status'] };
const documents = (paths: object, response: object, page: string) => ({
  'docs/generated/openapi.json': JSON.stringify({ paths, components: { responses: { Line: response } } }),
  'docs/generated/problems.md': page,
});
const before = checkout('before', documents({ '/lines': { get } }, line, '# Codes\n\n| conflict | 409 |\n'));
const documentsAfter = (paths: object, response: object = line, page = '# Codes\n\n| conflict | 409 |\n') =>
  compareDocuments(before, checkout('after', documents(paths, response, page)));

describe('the comparison of two interfaces', () => {
  it('ignores order, layout and the place of a schema', () => {
    const inline = {
      responses: { 200: { required: ['status', 'id'], description: 'A line.' } },
      operationId: 'getLine',
    };
    expect(documentsAfter({ '/lines': { get: inline } })).toEqual([]);
  });

  it('names an operation, a schema and a row that has changed, come or gone', () => {
    expect(documentsAfter({ '/lines': { post: get } })).toEqual(['GET /lines is gone', 'POST /lines is new']);
    expect(documentsAfter({ '/lines': { get } }, { ...line, required: ['id'] })).toEqual([
      'responses Line: required.1: "status" became nothing',
      'GET /lines: responses.200.required.1: "status" became nothing',
    ]);
    expect(documentsAfter({ '/lines': { get } }, line, '# Codes\n\n| conflict | 412 |\n')).toEqual([
      'problems: Codes, conflict: its text: "| conflict | 409 |" became "| conflict | 412 |"',
    ]);
  });

  const sdk = (types: string, method: string) => ({
    'packages/sdk/package.json': '{ "type": "module" }',
    'packages/sdk/src/main.ts': "export type * from './types.ts';\nexport { Linework } from './linework.ts';\n",
    'packages/sdk/src/types.ts': types,
    'packages/sdk/src/linework.ts': [
      "import type { Line } from './types.ts';",
      `export class Linework { lines = { ${method} }; }`,
    ].join('\n'),
  });
  const list = 'list(limit?: number): Promise<Line[]> { throw limit; }';
  const oldSdk = checkout('old-sdk', sdk('export interface Line { id: string; note?: string }', list));
  const typesAfter = (types: string, method = list) => compareSdk(oldSdk, checkout('new-sdk', sdk(types, method)));

  it('ignores how a type of the SDK is put together', () => {
    expect(typesAfter('export type Line = HasId & { note?: string };\nexport interface HasId { id: string }')).toEqual([
      'SDK: HasId is new',
    ]);
  });

  it('names a type of the SDK that is another one, and the methods that use it', () => {
    expect(typesAfter('export interface Line { id: string; note: string }')).toEqual([
      'SDK: Line is another type',
      'SDK: lines.list is another type',
    ]);
    expect(typesAfter('export interface Line { id: string; note?: string }', list.replace('?', ''))).toEqual([
      'SDK: lines.list is another type',
    ]);
  });
});
