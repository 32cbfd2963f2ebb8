import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { definitions, findSecondDefinitions } from './format-rules.ts';

const path = 'packages/orders/src/search/read-search-text.ts';

it.each([
  ['const imsi = /^\\d{14,15}$/;', 'packages/schemas/src/inventory/imsi.ts'],
  ['const iccid = /^89[0-9]{17,18}$/;', 'packages/schemas/src/inventory/iccid.ts'],
  ['const number = /^\\+[1-9]\\d{7,14}$/;', 'packages/schemas/src/inventory/msisdn.ts'],
  ['const cnpj = /^[0-9A-Z]{12}\\d{2}$/;', 'packages/tax-documents/src/model/federal-tax-id.ts'],
  ["const zone = 'America/Sao_Paulo';", 'packages/schemas/src/values/time-zone.ts'],
  ['detail.replace(/^Line \\d+ is not valid: /)', 'packages/schemas/src/inventory/import-file.ts'],
  ["Buffer.from(JSON.stringify([at])).toString('base64url')", 'packages/http/src/cursor.ts'],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the text of a source.
  ['`${message.id}.${message.timestamp}.${message.body}`', 'packages/sdk/src/webhooks/signed-content.ts'],
  ['const ms = Date.parse(text) - now;', 'packages/sdk/src/transport/retry-after.ts'],
])('a second definition of a format is found: %s', (line, file) => {
  expect(findSecondDefinitions(path, `// A source.\n${line}\n`)).toMatchObject([{ line: 2, file }]);
});

it.each(definitions)('$file is where its format is defined', ({ file, pattern }) => {
  const text = readFileSync(file, 'utf8');
  expect(text.split('\n').some((line) => pattern.test(line))).toBe(true);
  expect(findSecondDefinitions(file, text)).toEqual([]);
});
