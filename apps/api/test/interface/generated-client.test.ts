import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { openapiDocument } from '@linework/api/documentation/openapi-document';
import { aLine } from '@linework/testing/a-line';
import { takesLong } from '@linework/testing/run/takes-long';
import openapiTS, { astToString } from 'openapi-typescript';
import { afterAll, describe, expect, it } from 'vitest';
import { startTestApi } from '../support/test-api.ts';

takesLong('much-work');

const run = promisify(execFile);
const project = fileURLToPath(new URL('../../../../', import.meta.url));
// Inside the project, so that the program finds openapi-fetch, which the generator's types are for.
const require = createRequire(import.meta.url);
require.resolve('openapi-fetch');
mkdirSync(`${project}.local`, { recursive: true });
const folder = mkdtempSync(`${project}.local/generated-client-`);
const api = await startTestApi();
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await api.close();
});

/** A program of somebody who has the document and nothing else of Linework. */
const program = `
import createClient from 'openapi-fetch';
import type { paths } from './linework.ts';

const { LINEWORK_URL: baseUrl = '', LINEWORK_API_KEY: key = '', LINE_ID: id = '' } = process.env;
const linework = createClient<paths>({ baseUrl, headers: { 'X-API-Key': key } });

const blocked = await linework.POST('/lines/{id}/block', { params: { path: { id } } });
if (blocked.error !== undefined) throw new Error(blocked.error.detail);
const again = await linework.POST('/lines/{id}/block', { params: { path: { id } } });
const read = await linework.GET('/lines/{id}', { params: { path: { id } } });
console.log(JSON.stringify([blocked.data.status, again.error?.code, read.data?.msisdn]));
`;

const settings = {
  compilerOptions: {
    ...{ strict: true, noUncheckedIndexedAccess: true, exactOptionalPropertyTypes: true, noEmit: true },
    ...{ target: 'es2024', module: 'nodenext', allowImportingTsExtensions: true, types: ['node'] },
    typeRoots: ['../../node_modules/@types'],
  },
  include: ['*.ts'],
};

describe('a client that a generator makes from the document', () => {
  it('compiles under strict rules and blocks a line', async () => {
    const document = openapiDocument('https://linework.example');
    const types = astToString(await openapiTS(JSON.stringify(document)));
    writeFileSync(`${folder}/linework.ts`, types);
    writeFileSync(`${folder}/program.ts`, program);
    writeFileSync(`${folder}/package.json`, '{"type": "module"}');
    writeFileSync(`${folder}/tsconfig.json`, JSON.stringify(settings));
    const tsc = `${project}node_modules/typescript/bin/tsc`;
    const compiled = await run(process.execPath, [tsc, '-p', folder]).catch((error: { stdout: string }) => error);
    expect(compiled.stdout).toBe('');

    const client = await api.aClient();
    const { id, msisdn } = await aLine(api.db, 'ACTIVE', { brokerId: client.broker.id });
    const { stdout } = await run(process.execPath, [`${folder}/program.ts`], {
      env: { PATH: process.env['PATH'], LINEWORK_URL: api.url, LINEWORK_API_KEY: client.key, LINE_ID: id },
    });
    expect(JSON.parse(stdout)).toEqual(['BLOCKING', 'invalid-status-transition', msisdn]);
  });
});
