import { readFileSync } from 'node:fs';
import { buildExample, type ExampleRows, formatExampleFile } from '@linework/move-in/example-files';
import { findingCodes } from '@linework/schemas/move-ins/finding-codes';
import type { MoveInBalance, MoveInDetails } from '@linework/schemas/move-ins/move-in';
import { aPool } from '@linework/testing/a-pool';
import { aRange } from '@linework/testing/a-range';
import { rowsOf, wrongCounts } from '@linework/testing/an-empty-installation';
import { anOffer } from '@linework/testing/an-offer';
import type { ApiProcess } from '@linework/testing/processes/start-api';
import { type System, startSystem } from '@linework/testing/processes/start-system';
import { longLease, type WorkerProcess } from '@linework/testing/processes/start-worker';
import { waitUntil } from '@linework/testing/processes/wait-until';
import { takesLong } from '@linework/testing/run/takes-long';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildExtras, extrasFound, foundInRegister, lieInRegister, plantLies } from './support/planted-lies.ts';

const lineCount = Number(process.env['MOVE_IN_LINES'] ?? 2_000);
takesLong('crash', Math.ceil(lineCount / 20_000));

/** Holders of the files that are customers here already. */
const taken = 10;

describe('a move-in whose programs are killed', () => {
  let system: System;
  let api: ApiProcess;
  let worker: WorkerProcess;
  beforeAll(async () => {
    system = await startSystem();
    api = system.api;
    worker = await system.startWorker();
  });
  afterAll(() => system?.close());

  const call = async (method: string, path: string, body?: unknown, type = 'application/json') => {
    const response = await fetch(`${api.url}${path}`, {
      method,
      headers: { 'X-API-Key': system.key, ...(body !== undefined && { 'Content-Type': type }) },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const answer = (await response.json()) as MoveInDetails;
    expect(response.ok, JSON.stringify(answer)).toBe(true);
    return answer;
  };
  const find = (id: string) => call('GET', `/move-ins/${id}`);
  const reach = async (id: string, status: string) => {
    await waitUntil(`the move-in is ${status}`, async () => (await find(id)).status === status);
    return find(id);
  };
  /** The most memory that a program has had, in megabytes. */
  const memory = { api: 0, worker: 0 };
  const noteMemory = () => {
    for (const [name, { process }] of Object.entries({ api, worker })) {
      const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${process.pid}/status`, 'utf8')) ?? [];
      memory[name as keyof typeof memory] = Math.max(memory[name as keyof typeof memory], Number(kilobytes) / 1_024);
    }
  };
  const killBoth = async () => {
    noteMemory();
    await Promise.all([worker.kill(), api.kill()]);
    api = await system.startApi();
    worker = await system.startWorker();
  };
  /** Kills both programs in the middle of a stage. */
  const killDuring = async (id: string, isUnderWay: (moveIn: MoveInDetails) => boolean) => {
    await waitUntil('the stage is under way', async () => {
      const moveIn = await find(id);
      return isUnderWay(moveIn) || !moveIn.status.endsWith('ING');
    });
    await killBoth();
  };
  const uploadAll = async (id: string, rows: ExampleRows) => {
    for (const [kind, items] of Object.entries(rows).filter(([, each]) => each.length > 0))
      await call('POST', `/move-ins/${id}/files?kind=${kind}`, formatExampleFile(items), 'text/csv');
  };
  const decideAll = async (id: string) => {
    for (const { code, choices } of (await find(id)).findings) {
      const decision = choices.find((choice) => choice === 'network') ?? choices.at(-1);
      await call('POST', `/move-ins/${id}/decisions`, { code, decision, reason: 'Planted.' });
    }
  };
  const countAll = async () => {
    const { rows } = await system.db.pool.query(
      `SELECT (SELECT count(*)::int FROM holder) AS holders, (SELECT count(*)::int FROM resource) AS resources,
        (SELECT count(*)::int FROM line) AS lines, (SELECT count(*)::int FROM allocation) AS allocations,
        (SELECT count(*)::int FROM event WHERE resource_type = 'line') AS events,
        (SELECT count(*)::int FROM orders) AS orders,
        (SELECT sum(total_amount)::text FROM invoice) AS owed, (SELECT count(*)::int FROM invoice) AS invoices,
        (SELECT sum(used)::text FROM usage_credit) AS used,
        (SELECT count(*)::int FROM subscription) AS subscriptions,
        (SELECT count(*)::int FROM payment_method) AS methods`,
    );
    return rows[0];
  };

  it('names every lie, changes nothing on the network, and writes nothing twice', async () => {
    const ofBroker = { brokerId: system.broker.id };
    await aRange(system.db, { ...ofBroker, kind: 'MSISDN', from: '+5521900000000', to: '+5521999999999' });
    await aRange(system.db, { ...ofBroker, kind: 'ICCID', from: '8900000000000000000', to: '8999999999999999999' });
    await aRange(system.db, { ...ofBroker, kind: 'IMSI', from: '000000000000000', to: '999999999999999' });
    const [numberPool, simPool] = await Promise.all(
      (['MSISDN', 'SIM'] as const).map((type) => aPool(system.db, { brokerId: system.broker.id, type })),
    );
    const offer = await anOffer(system.db, { brokerId: system.broker.id, discounted: false });
    const { rows, register } = buildExample(lineCount, {
      offerVersionId: offer.versionId,
      productId: offer.plan.id,
      componentId: offer.plan.components[0]?.id ?? '',
      now: new Date(),
    });
    const { rows: lying, found: wanted } = plantLies(rows);
    const extras = buildExtras(lineCount);
    const planted = {
      ...lying,
      numbers: [...lying.numbers, ...extras.numbers],
      sims: [...lying.sims, ...extras.sims],
    };
    // Some of the holders are customers here already.
    await system.db.pool.query(
      `INSERT INTO holder (id, broker_id, name, federal_tax_id)
      SELECT gen_random_uuid(), $1, 'A customer', t.id FROM unnest($2::text[]) AS t(id)`,
      [system.broker.id, rows.holders.slice(10, 10 + taken).map(({ federalTaxId }) => federalTaxId)],
    );
    const registered = [...lieInRegister(register), ...extras.register];
    for (let from = 0; from < registered.length; from += 500)
      await system.network.load(registered.slice(from, from + 500));

    const begun = performance.now();
    const times: Record<string, number> = {};
    const note = (stage: string) => {
      times[stage] = Math.round((performance.now() - begun) / 1_000);
    };
    const pools = { numberPoolId: numberPool?.id, simPoolId: simPool?.id, callsPerSecond: 2_000 };
    const { id } = await call('POST', '/move-ins', pools);
    await uploadAll(id, planted);
    // The API is killed in the middle of an upload, which has to come again.
    const broken = call('POST', `/move-ins/${id}/files?kind=lines`, formatExampleFile(planted.lines), 'text/csv');
    await Promise.allSettled([broken, killBoth()]);
    await call('POST', `/move-ins/${id}/files?kind=lines`, formatExampleFile(planted.lines), 'text/csv');
    note('upload');
    await call('POST', `/move-ins/${id}/check`);
    await killDuring(id, ({ status }) => status === 'CHECKING');
    const checked = await reach(id, 'CHECKED');
    note('check');
    const counts = (moveIn: MoveInDetails) =>
      Object.fromEntries(moveIn.findings.map(({ code, count }) => [code, count]));
    expect(counts(checked)).toEqual({ ...wanted, taken });
    await call('POST', `/move-ins/${id}/compare`);
    await killDuring(id, ({ progress }) => progress.compared > lineCount / 4);
    const compared = await reach(id, 'CHECKED');
    note('compare');
    // A line whose number or SIM cannot be read is compared with nothing.
    const inRegister = Object.entries({ ...foundInRegister, extra: extrasFound }).map(([code, each]) => [
      code,
      (each * lineCount) / 100,
    ]);
    expect(counts(compared)).toMatchObject(Object.fromEntries(inRegister));
    expect(Object.keys(counts(compared)).every((code) => Object.hasOwn(findingCodes, code))).toBe(true);
    await decideAll(id);
    await call('POST', `/move-ins/${id}/adopt`);
    await killDuring(id, ({ progress }) => progress.adopted > 0);
    await killDuring(id, ({ progress }) => progress.adopted > lineCount);
    const adopted = await reach(id, 'ADOPTED');
    note('adopt');
    const after = await countAll();
    expect(after).toMatchObject({ orders: 0 });
    expect(adopted.progress.adopted + adopted.progress.leftOut).toBe(adopted.progress.rows);
    expect(after?.['events']).toBe(after?.['lines']);
    expect(after?.['allocations']).toBe(2 * after?.['lines']);
    expect(await system.network.requestLog()).toEqual([]);

    // To the cent: what the files have, is adopted or left out, and what is adopted stands in the open invoices.
    const balanceOf = async () => {
      const { items } = (await call('GET', `/move-ins/${id}/balance`)) as unknown as MoveInBalance;
      const inCents = (state?: string) =>
        items
          .filter((item) => item.kind === 'invoices' && (state === undefined || item.state === state))
          .reduce((sum, { amount }) => sum + Math.round(Number(amount ?? 0) * 100), 0);
      const used = items.find(({ kind, state }) => kind === 'balances' && state === 'adopted')?.used;
      return { inCents, used };
    };
    const { inCents, used } = await balanceOf();
    const inFiles = planted.invoices.flatMap(({ amount = '' }) => {
      return /^\d+,\d\d$/.test(amount) ? [Number(amount.replace(',', ''))] : [];
    });
    expect(inCents()).toBe(inFiles.reduce((sum, cents) => sum + cents, 0));
    expect(Math.round(Number(after?.['owed']) * 100)).toBe(inCents('adopted'));
    expect(Number(after?.['used'])).toBe(used);

    // The same files again: every row that was adopted is told, and nothing is written.
    const { id: second } = await call('POST', '/move-ins', pools);
    await uploadAll(second, planted);
    await call('POST', `/move-ins/${second}/check`);
    expect(counts(await reach(second, 'CHECKED'))['already-adopted']).toBe(adopted.progress.adopted);
    await call('POST', `/move-ins/${second}/compare`);
    await reach(second, 'CHECKED');
    await decideAll(second);
    await call('POST', `/move-ins/${second}/adopt`);
    expect((await reach(second, 'ADOPTED')).progress.adopted).toBe(0);
    note('again');
    expect(await countAll()).toEqual(after);
    expect(await rowsOf(system.db, wrongCounts)).toEqual([]);
    // An adopted line is like any other: an order on it is the first call that changes the network.
    const { rows: found } = await system.db.pool.query("SELECT id FROM line WHERE external_code = 'L-1'");
    noteMemory();
    // With a short lease a slow answer is asked for again.
    await worker.kill();
    worker = await system.startWorker(longLease);
    await call('POST', `/lines/${found[0]?.id}/block`);
    await system.waitUntilSettled();
    expect(await system.network.requestLog()).toHaveLength(1);
    // No program keeps a file or its rows.
    expect(Math.max(memory.api, memory.worker)).toBeLessThan(600);
    if (process.env['MOVE_IN_LINES']) console.log(JSON.stringify({ times, memory, after, found: counts(compared) }));
  });
});
