import { isApiKey } from '@linework/auth/api-key';
import { scopes } from '@linework/auth/scopes';
import { createClient } from '@linework/http/client';
import { getBrokerRoute } from '@linework/schemas/brokers/brokers.routes';
import { listApiKeysRoute } from '@linework/schemas/keys/api-keys.routes';
import { createEmptyDb, createTestDb } from '@linework/testing/create-test-db';
import { startApi } from '@linework/testing/processes/start-api';
import { afterAll, describe, expect, it } from 'vitest';
import { type Ended, runLinework } from '../start-linework.ts';

const testDb = await createTestDb();
afterAll(() => testDb.drop());
const run = (...words: readonly string[]) => runAdmin(testDb.url, words);

/** The address of a database is its only setting. */
async function runAdmin(
  databaseUrl: string,
  words: readonly string[],
): Promise<Ended & { readonly lines: readonly string[] }> {
  const ended = await runLinework(['admin', ...words], { settings: { DATABASE_URL: databaseUrl } });
  return { ...ended, lines: ended.output.split('\n').filter((line) => line !== '') };
}

describe('the admin command', () => {
  it('creates an operator key and a broker in an empty database, and the API accepts both', async () => {
    const created = await run('create-operator-key', '--name', 'ops');
    const [key = ''] = created.lines;
    expect([created.code, created.lines.length, isApiKey(key)]).toEqual([0, 1, true]);
    expect(created.errorOutput).toMatch(
      /^The key "ops" has the id [0-9a-f-]{36}\. It is shown only this once: keep it safe\.\n$/,
    );
    const broker = await run('create-broker', '--name', 'Ponte Telecom', '--code', 'ponte');
    const [id = ''] = broker.lines;
    expect([broker.code, broker.lines.length]).toEqual([0, 1]);

    const api = await startApi({ DATABASE_URL: testDb.url, LOG_LEVEL: 'info' });
    const { call } = createClient(api.url, { apiKey: key });
    expect(await call(listApiKeysRoute)).toMatchObject({
      status: 200,
      body: { items: [{ name: 'ops', scopes }], meta: { total: 1 } },
    });
    expect(await call(getBrokerRoute, { params: { id } })).toMatchObject({
      status: 200,
      body: { name: 'Ponte Telecom', code: 'ponte', status: 'ACTIVE' },
    });
    await api.stop();
  });

  it('reports a name that is in use, and changes nothing', async () => {
    await run('create-broker', '--name', 'Serra', '--code', 'serra');
    const { code, lines, errorOutput } = await run('create-broker', '--name', 'Serra', '--code', 'serra');
    expect([code, lines]).toEqual([1, []]);
    expect(errorOutput).toMatch(
      /^linework: The broker [0-9a-f-]{36} already has this name\. The broker [0-9a-f-]{36} already has this code\.\n$/,
    );
  });

  it.each<[number, readonly string[], string]>([
    [64, ['make-tea'], "unknown command 'make-tea'"],
    [64, ['create-brokr'], "unknown command 'create-brokr'\n  (Did you mean create-broker?)"],
    [1, ['create-operator-key'], '--name is missing'],
    [1, ['create-operator-key', '--name', ''], '--name must have at least 1 character'],
    [64, ['create-operator-key', '--nmae', 'ops'], "unknown option '--nmae'\n  (Did you mean --name?)"],
    [64, ['create-operator-key', 'ops'], 'too many arguments'],
    [64, ['create-operator-key', '--name'], "option '--name <name>' argument missing"],
    [
      1,
      ['create-broker', '--name', ' ', '--code', 'a b'],
      '--name must have at least 1 character; --code must begin with a letter or a digit and consist of letters, ' +
        'digits, dots, underscores and hyphens',
    ],
  ])('rejects with %d %j', async (code, words, sentence) => {
    expect(await run(...words)).toMatchObject({
      code,
      lines: [],
      errorOutput: expect.stringContaining(`linework: ${sentence}`),
    });
  });

  it('reports missing migrations, an unreachable database and a missing address', async () => {
    const empty = await createEmptyDb();
    const words = ['create-operator-key', '--name', 'ops'];
    expect(await runAdmin(empty.url, words)).toMatchObject({
      code: 1,
      errorOutput: expect.stringContaining('run the migrations first'),
    });
    await empty.drop();
    expect(await runAdmin('postgresql://nobody@127.0.0.1:1/nothing', words)).toMatchObject({
      code: 1,
      errorOutput: 'linework: connect ECONNREFUSED 127.0.0.1:1\n',
    });
    expect(await runAdmin('', words)).toMatchObject({ code: 1, errorOutput: 'linework: DATABASE_URL is missing\n' });
  });
});
