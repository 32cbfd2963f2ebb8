import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { verifyArchives, whileArchiving } from '@linework/db/archive';
import type { Db } from '@linework/db/db';
import { placeLegalHold } from '@linework/holders/legal-holds';
import { aLineWithProducts, aProduct } from '@linework/testing/a-line-with-products';
import { aTestDb } from '@linework/testing/a-test-db';
import { aCallerOf } from '@linework/testing/callers';
import { checkUsageInvariants } from '@linework/testing/invariants/check-invariants';
import { takesLong } from '@linework/testing/run/takes-long';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { findBalance } from '../src/find-balance.ts';
import { makeUsagePartitions, purgeUsageRecords } from '../src/purge-usage-records.ts';
import { recordUsage } from '../src/record-usage.ts';

takesLong('much-work');

const db = await aTestDb();

const longCycle = { cycleFrom: '2026-01-01', cycleUntil: '2099-01-01' };

/** A line with one counted record whose time of use is this long ago. */
async function aLineWithARecord(ago: string) {
  const line = await aLineWithProducts(db, [aProduct()], longCycle);
  const caller = aCallerOf({ id: line.brokerId });
  const record = {
    recordId: randomUUID(),
    lineId: line.id,
    type: 'DATA',
    amount: 300,
    usedAt: new Date(Date.now() + 4 * 60_000),
  } as const;
  await recordUsage(db, { caller, records: [record] });
  const { rows } = await db.pool.query(
    `UPDATE usage_record
     SET used_at = used_at - $2::interval, day = ((used_at - $2::interval) AT TIME ZONE 'UTC')::date
     WHERE record_id = $1
     RETURNING used_at AS "usedAt"`,
    [record.recordId, ago],
  );
  await db.pool.query(
    `UPDATE usage_day SET day = ($2::timestamptz AT TIME ZONE 'America/Sao_Paulo')::date
     WHERE account_id = (SELECT id FROM usage_account WHERE line_id = $1)`,
    [line.id, rows[0].usedAt],
  );
  return {
    lineId: line.id,
    sendAgain: () => recordUsage(db, { caller, records: [{ ...record, usedAt: rows[0].usedAt }] }),
    left: async () => {
      const { balance } = await findBalance(db, { caller, lineId: line.id, productId: line.products[0]?.id ?? '' });
      return balance.balanceCredits.map(({ value }) => value);
    },
  };
}

const recordsOf = async (lineId: string): Promise<number> =>
  (await db.pool.query('SELECT count(*)::int AS count FROM usage_record WHERE line_id = $1', [lineId])).rows[0].count;

const countWithoutDay = async (): Promise<number> =>
  (await db.pool.query('SELECT count(*)::int AS count FROM usage_record_default')).rows[0].count;

const dayInUtc = (daysAhead: number) => new Date(Date.now() + daysAhead * 86_400_000).toISOString().slice(0, 10);

/** The days that an installation has which is older than its records. */
beforeAll(async () => {
  await db.pool.query('DROP TABLE usage_record_before');
  for (let day = -95; day < 0; day += 1) {
    const name = `usage_record_${dayInUtc(day).replaceAll('-', '')}`;
    const days = `FROM ('${dayInUtc(day)}') TO ('${dayInUtc(day + 1)}')`;
    await db.pool.query(`CREATE TABLE IF NOT EXISTS ${name} PARTITION OF usage_record FOR VALUES ${days}`);
  }
  // The day may have changed since the template of the database was made.
  await makeUsagePartitions(db);
});

describe('purging the records of usage', () => {
  it('drops the days that are too old, but not their counted usage', async () => {
    const [old, line] = [await aLineWithARecord('93 days'), await aLineWithARecord('90 days')];
    expect(await recordsOf(old.lineId)).toBe(1);
    expect(await purgeUsageRecords(db)).toBe(4);
    expect(await recordsOf(old.lineId)).toBe(0);
    expect(await old.sendAgain()).toMatchObject({ accepted: 0, refused: [{ code: 'too-old' }] });
    expect(await old.left()).toEqual([700]);
    // What can be sent again is not counted twice.
    expect(await line.sendAgain()).toEqual({ accepted: 0, duplicates: 1, partlyCounted: [], refused: [] });
    expect(await line.left()).toEqual([700]);
    await checkUsageInvariants(db);
    expect(await purgeUsageRecords(db)).toBe(0);
  });

  it('keeps the records of those who are under a legal hold', async () => {
    await db.pool.query(
      `CREATE TABLE usage_record_held PARTITION OF usage_record
       FOR VALUES FROM ('${dayInUtc(-95)}') TO ('${dayInUtc(-91)}')`,
    );
    const [held, ofHeldBroker, free] = [
      await aLineWithARecord('93 days'),
      await aLineWithARecord('93 days'),
      await aLineWithARecord('93 days'),
    ];
    const { holderId, brokerId } = await db.prisma.line.findFirstOrThrow({ where: { id: held.lineId } });
    const other = await db.prisma.line.findFirstOrThrow({ where: { id: ofHeldBroker.lineId } });
    const reason = 'Process 4711';
    await placeLegalHold(db, { caller: aCallerOf({ id: brokerId }), customerId: holderId, reason });
    await placeLegalHold(db, { caller: aCallerOf({ id: other.brokerId }), brokerId: other.brokerId, reason });
    expect(await purgeUsageRecords(db)).toBe(1);
    const kept = await db.prisma.heldRecord.findMany();
    expect(kept.map(({ recordId }) => recordId).toSorted()).toEqual([held.lineId, ofHeldBroker.lineId].toSorted());
    expect(kept).toMatchObject([
      { tableName: 'usage_record', content: { amount: 300 } },
      { tableName: 'usage_record', content: { amount: 300 } },
    ]);
    for (const { lineId } of [held, ofHeldBroker, free]) expect(await recordsOf(lineId)).toBe(0);
  });

  it('never drops what can still be sent again', async () => {
    const drop = 'SELECT drop_usage_partitions($1)';
    await expect(db.pool.query(drop, [dayInUtc(-90)])).rejects.toThrow('usage records are kept for 91 days');
  });
});

describe('archiving the records of usage', () => {
  const dayBounds = [dayInUtc(-95), dayInUtc(-91)] as const;
  const files = { rows: 'usage_record-archived.jsonl.gz', manifest: 'usage_record-archived.manifest.json' };

  /** A partition with three old records, and an empty folder. */
  async function anOldPartition() {
    await db.pool.query(
      `CREATE TABLE usage_record_archived PARTITION OF usage_record
       FOR VALUES FROM ('${dayBounds[0]}') TO ('${dayBounds[1]}')`,
    );
    const lines = [
      await aLineWithARecord('93 days'),
      await aLineWithARecord('93 days'),
      await aLineWithARecord('93 days'),
    ];
    const folder = await mkdtemp(join(tmpdir(), 'archive-'));
    onTestFinished(async () => {
      await db.pool.query('DROP TABLE IF EXISTS usage_record_archived');
      await rm(folder, { recursive: true });
    });
    return { folder, lines };
  }

  const readRows = async (folder: string) =>
    gunzipSync(await readFile(join(folder, files.rows)))
      .toString()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { readonly line_id: string; readonly amount: number });

  async function verify(folder: string) {
    const found = [];
    for await (const each of verifyArchives(folder)) found.push(each);
    return found;
  }

  /** The database of a worker that ends when it is about to drop. */
  const withoutDrop: Db = {
    ...db,
    prisma: db.prisma,
    withDedicatedConnection: (work) =>
      db.withDedicatedConnection((session) =>
        work({
          ...session,
          prisma: session.prisma,
          query(statement, ...values) {
            if (statement.name === 'drop-archived-usage-partition') throw new Error('killed');
            return session.query(statement, ...values);
          },
        }),
      ),
  };

  it('writes the day with its manifest before it is dropped', async () => {
    const { folder, lines } = await anOldPartition();
    expect(await purgeUsageRecords(db, folder)).toBe(1);
    expect((await readdir(folder)).toSorted()).toEqual([files.rows, files.manifest]);
    const rows = await readRows(folder);
    expect(rows.map((row) => row.line_id).toSorted()).toEqual(lines.map(({ lineId }) => lineId).toSorted());
    expect(rows[0]).toMatchObject({ amount: 300, type: 'DATA' });
    const bytes = await readFile(join(folder, files.rows));
    expect(JSON.parse(await readFile(join(folder, files.manifest), 'utf8'))).toMatchObject({
      format: 'linework-archive-1',
      table: 'usage_record',
      schemaVersion: expect.stringMatching(/^\d{14}_/),
      from: dayBounds[0],
      until: dayBounds[1],
      rows: 3,
      bytes: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    });
    for (const { lineId } of lines) expect(await recordsOf(lineId)).toBe(0);
    expect(await purgeUsageRecords(db, folder)).toBe(0);
    expect(await verify(folder)).toEqual([{ name: files.rows, rows: 3 }]);
  });

  it('goes on after a crash at any point, and writes a day that is written no more', async () => {
    const { folder, lines } = await anOldPartition();
    await writeFile(join(folder, `${files.rows}.partial`), 'of a worker that was killed');
    await expect(purgeUsageRecords(withoutDrop, folder)).rejects.toThrow('killed');
    for (const { lineId } of lines) expect(await recordsOf(lineId)).toBe(1);
    const written = await readFile(join(folder, files.rows));
    // Killed before the manifest had its name: the same bytes again.
    await rm(join(folder, files.manifest));
    await expect(purgeUsageRecords(withoutDrop, folder)).rejects.toThrow('killed');
    expect(await readFile(join(folder, files.rows))).toEqual(written);
    const { mtimeMs } = await stat(join(folder, files.rows));
    expect(await purgeUsageRecords(db, folder)).toBe(1);
    expect((await stat(join(folder, files.rows))).mtimeMs).toBe(mtimeMs);
    expect(await readRows(folder)).toHaveLength(3);
    for (const { lineId } of lines) expect(await recordsOf(lineId)).toBe(0);
  });

  it('drops nothing that its archive has not', async () => {
    const { folder } = await anOldPartition();
    await expect(purgeUsageRecords(withoutDrop, folder)).rejects.toThrow('killed');
    const late = await aLineWithARecord('93 days');
    expect(await purgeUsageRecords(db, folder)).toBe(0);
    expect(await recordsOf(late.lineId)).toBe(1);
    expect(await purgeUsageRecords(db, folder)).toBe(1);
    expect(await readRows(folder)).toHaveLength(4);
  });

  it('drops nothing whose archive is damaged or cannot be written', async () => {
    const { folder, lines } = await anOldPartition();
    await expect(purgeUsageRecords(db, join(folder, 'absent'))).rejects.toThrow('ENOENT');
    await expect(purgeUsageRecords(withoutDrop, folder)).rejects.toThrow('killed');
    const whole = await readFile(join(folder, files.rows));
    await writeFile(join(folder, files.rows), whole.subarray(0, -1));
    await expect(purgeUsageRecords(db, folder)).rejects.toThrow('The archive usage_record-archived is damaged');
    expect(await verify(folder)).toMatchObject([{ fault: expect.any(String) }]);
    await writeFile(join(folder, files.rows), gzipSync('{}\n{}\n{}\n'));
    expect(await verify(folder)).toMatchObject([{ fault: expect.stringMatching('its manifest says') }]);
    for (const { lineId } of lines) expect(await recordsOf(lineId)).toBe(1);
    await writeFile(join(folder, files.rows), whole);
    await writeFile(join(folder, 'usage_record-20200101.jsonl.gz'), '');
    expect(await verify(folder)).toEqual([
      { name: files.rows, rows: 3, fault: undefined },
      { name: 'usage_record-20200101.jsonl.gz', rows: 0, fault: 'it has no manifest' },
    ]);
    expect(await purgeUsageRecords(db, folder)).toBe(1);
  });

  it('keeps what is under a legal hold, and is done by one worker at a time', async () => {
    const { folder, lines } = await anOldPartition();
    const { brokerId } = await db.prisma.line.findFirstOrThrow({ where: { id: lines[0]?.lineId ?? '' } });
    await placeLegalHold(db, { caller: aCallerOf({ id: brokerId }), brokerId, reason: 'Process 4711' });
    await whileArchiving(db, async () => expect(await purgeUsageRecords(db, folder)).toBe(0));
    expect(await purgeUsageRecords(db, folder)).toBe(1);
    expect(await db.prisma.heldRecord.count({ where: { brokerId } })).toBe(1);
  });
});

describe('making the days of usage records', () => {
  it('makes two days ahead and moves records there that have no day', async () => {
    const { brokerId, id } = await aLineWithProducts(db);
    const insert = (day: string) =>
      db.pool.query(
        `INSERT INTO usage_record (broker_id, record_id, line_id, type, amount, counted, used_at, day)
         VALUES ($1, $2, $3, 'DATA', 1, 0, $4::date AT TIME ZONE 'UTC', $4)`,
        [brokerId, randomUUID(), id, day],
      );
    expect(await makeUsagePartitions(db)).toBe(0);
    for (const day of [1, 2]) await db.pool.query(`DROP TABLE usage_record_${dayInUtc(day).replaceAll('-', '')}`);
    for (const day of [1, 2, 9]) await insert(dayInUtc(day));
    expect(await countWithoutDay()).toBe(3);
    expect(await makeUsagePartitions(db)).toBe(2);
    expect(await countWithoutDay()).toBe(1);
    expect(await recordsOf(id)).toBe(3);
    expect(await makeUsagePartitions(db)).toBe(0);
  });
});
