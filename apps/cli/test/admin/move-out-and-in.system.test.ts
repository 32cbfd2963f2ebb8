import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { aHolder } from '@linework/testing/a-holder';
import { aPool, deriveTestKeys } from '@linework/testing/a-pool';
import { everyRange } from '@linework/testing/a-range';
import { readOrderId } from '@linework/testing/processes/linework-client';
import { type System, startSystem } from '@linework/testing/processes/start-system';
import { longLease } from '@linework/testing/processes/start-worker';
import { aKeyPair, createSecretKeys, testSecretKeys } from '@linework/testing/secrets/test-secret-keys';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runLinework } from '../start-linework.ts';

const lineCount = 3;
const folder = mkdtempSync(join(tmpdir(), 'linework-leaving-'));
const receiver = createSecretKeys([aKeyPair()]);

let [here, there]: readonly System[] = [];
beforeAll(async () => {
  [here, there] = await Promise.all([startSystem(), startSystem()]);
  await Promise.all([here.startWorker(longLease), there.startWorker(longLease)]);
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await Promise.all([here?.close(), there?.close()]);
});

/** Runs `linework` as a user of an installation, who has the key of an operator. */
async function run({ api, operatorKey }: System, ...words: readonly string[]) {
  const settings = { LINEWORK_URL: api.url, LINEWORK_API_KEY: operatorKey, HOME: folder };
  const ended = await runLinework(words, { settings });
  return { ...ended, text: ended.output + ended.errorOutput };
}

/** Runs it and expects success. */
async function succeed(system: System, ...words: readonly string[]): Promise<void> {
  const { code, text } = await run(system, ...words);
  expect(code, text).toBe(0);
}

/** Lines in service whose SIMs have keys. */
async function makeLines({ db, broker, client, waitForOrder }: System): Promise<void> {
  await everyRange(db, broker);
  const own = { brokerId: broker.id, count: lineCount };
  const { id: holderId } = await aHolder(db, own);
  const { id: numbers } = await aPool(db, { ...own, type: 'MSISDN' });
  const { id: sims } = await aPool(db, { ...own, type: 'SIM', withKeys: true });
  for (let at = 0; at < lineCount; at += 1) {
    const body = { customerId: holderId, msisdn: { poolId: numbers }, sim: { poolId: sims } };
    const response = await client.send('POST', '/lines', { body });
    expect(response.status, response.text).toBe(202);
    await waitForOrder(readOrderId(response), 'COMPLETED');
  }
}

const linesOf = ({ db }: System, brokerId: string) =>
  db.prisma.line.findMany({
    where: { brokerId },
    select: { msisdn: true, iccid: true, imsi: true, status: true },
    orderBy: { msisdn: 'asc' },
  });

describe('a broker that leaves by the command line', () => {
  it('arrives elsewhere with its lines and the keys of their SIMs, which nobody could read on the way', async () => {
    if (!here || !there) throw new Error('two installations must run');
    const { id: brokerId } = here.broker;
    await makeLines(here);
    const lines = await linesOf(here, brokerId);
    expect(lines).toHaveLength(lineCount);

    await succeed(here, 'export', '--broker', brokerId, '--to', folder);
    const sealed = await runLinework(
      ['admin', 'seal-export', '--dir', folder, '--receiver-key', receiver.publicKeysFile],
      {
        settings: {
          DATABASE_URL: here.db.pool.options.connectionString ?? '',
          SECRET_PRIVATE_KEYS_FILE: testSecretKeys().privateKeysFile,
        },
      },
    );
    expect(sealed.code, sealed.errorOutput).toBe(0);
    const secrets = join(folder, 'secrets.ndjson');
    expect(statSync(secrets).mode & 0o777).toBe(0o600);
    const text = await readFile(secrets, 'utf8');
    expect(text.trimEnd().split('\n')).toHaveLength(lineCount);
    for (const { iccid } of lines) expect(text).not.toContain(deriveTestKeys(iccid).ki);
    const audit = await here.db.prisma.event.findMany({ where: { type: 'broker.exported' }, orderBy: { seq: 'asc' } });
    expect(audit.map(({ details }) => details)).toMatchObject([{}, { secrets: true }]);

    await there.network.load(await here.network.subscribers());
    await succeed(there, 'move-in', 'setup', folder);
    const keyless = await run(there, 'move-in', 'check', folder);
    expect([keyless.code, keyless.errorOutput]).toEqual([64, expect.stringContaining('needs --key-file')]);
    await succeed(there, 'move-in', 'check', folder, '--key-file', receiver.privateKeysFile);
    await succeed(there, 'move-in', 'compare', folder);
    await succeed(there, 'move-in', 'adopt', folder);
    await succeed(there, 'move-in', 'balance', folder);

    expect(await linesOf(there, brokerId)).toEqual(lines);
    expect(await readFile(join(folder, 'balance.csv'), 'utf8')).toContain('lines');
    expect(await there.network.requestLog(), 'nothing is changed on the network').toEqual([]);
    const kept = await there.db.prisma.resourceSecret.findMany({
      where: { resource: { brokerId } },
      include: { resource: true, dataKey: true },
    });
    for (const { resource, dataKey, ciphertext, resourceId, dataKeyId } of kept) {
      const plain = await testSecretKeys().openSealed({
        resourceId,
        dataKeyId,
        keyId: dataKey.keyId,
        wrapped: Buffer.from(dataKey.wrapped).toString('base64'),
        ciphertext: Buffer.from(ciphertext).toString('base64'),
      });
      expect(plain).toMatchObject(deriveTestKeys(resource.externalCode));
    }
    expect(kept).toHaveLength(lineCount);
  });
});
