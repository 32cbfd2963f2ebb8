import { silentLog } from '@linework/log/log';
import { type ReportedBreaker, reportWorker } from '@linework/operations/workers';
import { getWorkersRoute } from '@linework/schemas/workers/workers.routes';
import { sql } from '@linework/testing/sql';
import { afterAll, describe, expect, it } from 'vitest';
import { startTestApi } from '../support/test-api.ts';

const api = await startTestApi();
afterAll(() => api.close());
const operator = await api.anOperatorsClient();

async function read() {
  const { status, body } = await operator.call(getWorkersRoute, {});
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body;
}
const hosts = async () => (await read()).workers.map(({ host }) => host);

/** A worker that has reported itself. */
async function aWorker(host: string, breakers: readonly ReportedBreaker[] = []) {
  const report = reportWorker({
    db: api.db,
    log: silentLog,
    worker: { host, version: '1.2.3', queue: 'redis', concurrency: 20 },
    breakers: breakers.map((breaker) => ({ describe: () => breaker })),
  });
  await expect.poll(hosts).toContain(host);
  return report;
}

/** A worker that was killed so many minutes after its last report. */
const aKilledWorker = (host: string, agoMinutes: number) =>
  api.db.query(sql`INSERT INTO worker (id, host, version, queue, concurrency, systems, seen_at)
    VALUES (gen_random_uuid(), ${host}, '1.2.3', 'redis', 20, ${JSON.stringify([silentAt(1)])}::jsonb,
      now() - ${agoMinutes} * interval '1 min')`);

const answering: ReportedBreaker = { system: 'network' };
const silentAt = (minute: number, code = 'network-timeout'): ReportedBreaker => {
  const at = `2026-11-29T10:${String(minute).padStart(2, '0')}:00.000Z`;
  return { system: 'network', silentSince: at, lastFailure: { at, code } };
};

describe('the workers', () => {
  it('are listed with what they say of themselves, until they end', async () => {
    const report = await aWorker('one');
    expect((await read()).workers).toEqual([
      {
        id: expect.any(String),
        host: 'one',
        version: '1.2.3',
        queue: 'redis',
        concurrency: 20,
        startedAt: expect.any(String),
        lastSeenAt: expect.any(String),
        isAlive: true,
      },
    ]);
    await report.close();
    expect(await hosts()).toEqual([]);
  });

  it('are not alive half a minute after their last report, and are forgotten after a day', async () => {
    await aKilledWorker('killed', 1);
    await aKilledWorker('forgotten', 24 * 60);
    const { workers, systems } = await read();
    expect(workers.map(({ host, isAlive }) => [host, isAlive])).toEqual([['killed', false]]);
    expect(systems).toEqual([]);
    await api.db.query(sql`DELETE FROM worker`);
  });

  it('are the living ones first, however many were killed later', async () => {
    const report = await aWorker('alive');
    await api.db.query(sql`INSERT INTO worker (id, host, version, queue, concurrency, seen_at)
      SELECT gen_random_uuid(), 'killed', '1.2.3', 'redis', 20, now() - interval '1 min'
      FROM generate_series(1, 1100)`);
    const { workers } = await read();
    expect(workers).toHaveLength(1_000);
    expect(workers[0]).toMatchObject({ host: 'alive', isAlive: true });
    await report.close();
    await api.db.query(sql`UPDATE worker SET seen_at = now() - interval '25 h'`);
    await (await aWorker('next')).close();
    expect(await api.db.query(sql`SELECT FROM worker`)).toEqual([]);
  });

  it('say of each system how many of them it answers, since when not, and the last failure', async () => {
    const reports = [
      await aWorker('one', [answering, { system: 'tax-authority' }]),
      await aWorker('two', [silentAt(5, 'network-unreachable')]),
      await aWorker('three', [silentAt(3)]),
    ];
    expect((await read()).systems).toEqual([
      {
        name: 'network',
        answeringCount: 1,
        silentCount: 2,
        silentSince: '2026-11-29T10:03:00.000Z',
        lastFailure: { at: '2026-11-29T10:05:00.000Z', code: 'network-unreachable' },
      },
      { name: 'tax-authority', answeringCount: 1, silentCount: 0 },
    ]);
    for (const report of reports) await report.close();
  });

  it('are shown to operators only', async () => {
    const client = await api.aClient();
    expect(await client.call(getWorkersRoute, {})).toMatchObject({ status: 403 });
  });
});
