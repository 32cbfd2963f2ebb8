import type { KnownLine } from '@linework/testing/processes/lines-on-network';
import type { ClientResponse } from '@linework/testing/processes/linework-client';
import { type System, startSystem } from '@linework/testing/processes/start-system';
import type { WorkerProcess } from '@linework/testing/processes/start-worker';
import { waitUntil } from '@linework/testing/processes/wait-until';
import { testRedisUrl } from '@linework/testing/servers/test-redis-url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { everythingInRedis } from './everything-in-redis.ts';
import { everythingInSchema } from './everything-in-schema.ts';

/** A trigger that rejects changes of a line with an error that contains all its numbers. */
const leakyTrigger = (when: string) => `
  CREATE OR REPLACE FUNCTION leak() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    RAISE EXCEPTION 'line % with SIM % (%) of % cannot move', NEW.msisdn, NEW.iccid, NEW.imsi,
      (SELECT federal_tax_id FROM holder WHERE id = NEW.holder_id)
      USING DETAIL = format('Key (msisdn, imsi)=(%s, %s) exists.', NEW.msisdn, NEW.imsi);
  END $$;
  CREATE OR REPLACE TRIGGER leak BEFORE UPDATE ON line FOR EACH ROW WHEN (${when}) EXECUTE FUNCTION leak()`;

describe.concurrent.each(['redis', 'postgres'] as const)('with the queues in %s, no number and no key', (queues) => {
  let system: System;
  let worker: WorkerProcess;
  let redisUrl: string;
  let planted: readonly string[];
  const problems: string[] = [];
  beforeAll(async () => {
    redisUrl = await testRedisUrl();
    system = await startSystem({ ...(queues === 'redis' && { redisUrl }), settings: { LOG_LEVEL: 'trace' } });
    // The calls must not time out, because each retry would wait longer than the one before.
    worker = await system.startWorker({ STEP_TIMEOUT_MS: '2000', LEASE_MS: '4000' });
    planted = await provokeErrors();
  });
  afterAll(() => system?.close());

  async function keepProblem(request: Promise<ClientResponse>): Promise<void> {
    const { status, text } = await request;
    expect(status, text).toBeGreaterThanOrEqual(400);
    problems.push(text);
  }

  /** Provokes every error whose text may contain a number. Returns the values that must not be found. */
  async function provokeErrors(): Promise<readonly string[]> {
    const lines = await system.lines(6);
    const { federalTaxId } = await system.db.prisma.holder.findFirstOrThrow({ where: { federalTaxId: { not: null } } });
    if (federalTaxId === null) throw new Error('No holder has a tax id.');
    await provokeRequestErrors(lines, federalTaxId);
    await provokeNetworkErrors(lines);
    await provokeDatabaseErrors(lines);
    const numbers = lines.flatMap(({ msisdn, iccid, imsi }) => [msisdn.slice(1), iccid, imsi]);
    return [...numbers, foreignImsi, federalTaxId, system.key, system.operatorKey, wrongKey, new URL(system.db.pool.options.connectionString ?? '').password];
  }

  const foreignImsi = '724990123456789';
  const wrongKey = 'lw_0123456789abcdefghijABCDEFGHIJ0123456789abcdef';

  async function provokeRequestErrors([line]: readonly KnownLine[], federalTaxId: string): Promise<void> {
    const { msisdn = '', iccid = '', imsi = '' } = line ?? {};
    const { client, key } = system;
    await keepProblem(client.send('GET', `/lines/${encodeURIComponent(msisdn)}`));
    await keepProblem(client.send('POST', `/lines/${imsi}/block`));
    await keepProblem(client.send('GET', `/lines?msisdn=${iccid}&federalTaxId=${federalTaxId}&api_key=${key}`));
    await keepProblem(client.send('GET', `/somewhere/${key}/${federalTaxId}`));
    await keepProblem(client.send('PATCH', `/lines/${line?.id}`, { body: { msisdn, iccid, holder: { federalTaxId }, key } }));
    await keepProblem(client.send('GET', '/lines', { headers: { 'X-API-Key': wrongKey } }));
    await keepProblem(client.send('GET', '/lines', { headers: { 'X-API-Key': '', Authorization: `Bearer ${key}` } }));
    await keepProblem(
      client.send('POST', `/lines/${line?.id}/block?notBefore=${msisdn}`, { headers: { 'Idempotency-Key': msisdn, 'X-Correlation-Id': imsi } }),
    );
  }

  async function provokeNetworkErrors([, refused, unknown, unreachable]: readonly KnownLine[]): Promise<void> {
    const { network, client } = system;
    await network.injectFault({ fault: 'refuse', code: 'refused', match: { imsi: refused?.imsi ?? '' } });
    const first = await client.placeOrder('block', refused?.id ?? '');
    await system.db.prisma.line.update({ where: { id: unknown?.id ?? '' }, data: { imsi: foreignImsi } });
    const second = await client.placeOrder('block', unknown?.id ?? '');
    for (const id of [first, second]) await waitUntil('the block failed', async () => (await client.order(id)).status === 'FAILED');
    await network.injectFault({ fault: 'away', ms: 500, times: 'always', match: { imsi: unreachable?.imsi ?? '' } });
    await client.placeOrder('delete', unreachable?.id ?? '');
  }

  async function provokeDatabaseErrors([, , , , stuck, refused]: readonly KnownLine[]): Promise<void> {
    await system.db.pool.query(leakyTrigger(`NEW.status = 'BLOCKED' OR NEW.id = '${refused?.id}'`));
    await keepProblem(system.client.send('POST', `/lines/${refused?.id}/block`));
    await system.client.placeOrder('block', stuck?.id ?? '');
    await waitUntil('the worker has logged the failed job', () => worker.lines.some((text) => text.includes('job failed')));
    await system.db.pool.query('DROP TRIGGER leak ON line');
    await system.waitUntilSettled();
  }

  function expectClean(texts: readonly string[]): void {
    expect(texts.length).toBeGreaterThan(0);
    const leaks = texts.flatMap((text) => planted.filter((secret) => secret !== '' && text.includes(secret)).map((secret) => `${secret}: ${text}`));
    expect(leaks).toEqual([]);
  }

  it('is in a log line', () => {
    const lines = [...system.api.lines, ...worker.lines];
    expect(lines.filter((text) => text.includes('cannot move'))).not.toEqual([]);
    expectClean(lines);
  });

  it('is in a problem', () => expectClean(problems));

  it('is in a queue: not in a key, a payload, or the reason of a failure', async () => {
    const contents = queues === 'redis' ? await everythingInRedis(redisUrl) : await everythingInSchema(system.db, 'bullmq');
    expect(contents.filter((text) => text.includes('cannot move'))).not.toEqual([]);
    expectClean(contents);
  });

  it('is in the metrics or on the board', async () => {
    const pages = [`${worker.url}/metrics`, `${system.api.adminUrl}/metrics`, `${worker.url}/queues/api/queues?activeQueue=orders&status=latest`];
    const texts = await Promise.all(pages.map(async (page) => (await fetch(page, { headers: { 'X-API-Key': system.operatorKey } })).text()));
    expect(texts[2]).toContain('advance-order');
    expectClean(texts);
  });
});
