import { randomUUID } from 'node:crypto';
import { type OpenDb, openDb } from '@linework/db/db';
import { createIssuingFixture } from '@linework/fixtures/create-issuing-fixture';
import { silentLog } from '@linework/log/log';
import type { LoadedTaxRate } from '@linework/schemas/tax-receipts/tax-rate';
import { issueWaitingReceipts } from '@linework/tax-receipts/issue-receipt';
import { listTaxRates } from '@linework/tax-receipts/rates/list-tax-rates';
import { loadTaxRates } from '@linework/tax-receipts/rates/load-tax-rates';
import { anOperator } from '@linework/testing/callers';
import { createTestDb, type TestDb } from '@linework/testing/create-test-db';
import { knownTaxRates } from '@linework/testing/documents/tax-rates';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

const caller = anOperator();
/** The day in the time of the suppliers of these tests. */
const today = () => new Date(Date.now() - 3 * 3_600_000).toISOString().slice(0, 10);
const rateOfCbs = (changes: Partial<LoadedTaxRate> = {}): LoadedTaxRate => ({
  tax: 'CBS',
  jurisdiction: 'BR',
  firstDay: today(),
  rate: '0.9',
  regimes: ['NORMAL'],
  isAddedToTotal: false,
  source: 'Resolution of the Senate',
  sourceDate: '2026-11-20',
  ...changes,
});

describe('tax rates', () => {
  let testDb: TestDb;
  let db: OpenDb;

  beforeAll(async () => {
    testDb = await createTestDb();
  });
  beforeEach(async () => {
    // Rows are never deleted, so each test has a database of its own.
    await db?.close();
    await testDb.drop();
    testDb = await createTestDb();
    db = openDb({ url: testDb.url });
  });
  afterAll(async () => {
    await db.close();
    await testDb.drop();
  });

  const load = (...rates: LoadedTaxRate[]) => loadTaxRates(db, { caller, rates });

  it('of a new database are those that the tests know, each with its source', async () => {
    const { rows } = await db.pool.query(
      `SELECT tax, jurisdiction, valid_from::text AS "validFrom", trim_scale(rate)::text AS rate, regimes,
         is_added_to_total AS "isAddedToTotal"
       FROM tax_rate
       ORDER BY position`,
    );
    expect(rows).toEqual(knownTaxRates);
  });

  it.each([
    `UPDATE tax_rate SET rate = 1`,
    `UPDATE tax_rate SET valid_from = '2020-01-01' WHERE tax = 'CBS'`,
    'DELETE FROM tax_rate',
    'TRUNCATE tax_rate',
  ])('cannot be changed by %s', async (text) => {
    await expect(db.pool.query(text)).rejects.toMatchObject({ code: '23514', constraint: 'append_only' });
  });

  it.each<[why: string, changes: Partial<LoadedTaxRate>]>([
    ['of a tax that does not exist', { tax: 'ISS' as 'CBS' }],
    ['of 101 percent', { rate: '101' }],
    ['of another regime', { regimes: ['MEI' as 'NORMAL'] }],
    ['of a tax that is in the price and added to it', { tax: 'PIS', isAddedToTotal: true, firstDay: '2026-12-01' }],
    ['without a source', { source: '' }],
  ])('refuse a row %s in the database', async (_, changes) => {
    const { tax, jurisdiction, firstDay, rate, regimes, isAddedToTotal, source, sourceDate } = rateOfCbs(changes);
    const values = [tax, jurisdiction, firstDay, rate, regimes, isAddedToTotal, source, sourceDate];
    const insert = `INSERT INTO tax_rate (tax, jurisdiction, valid_from, rate, regimes, is_added_to_total, source,
        source_date)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`;
    await expect(db.pool.query(insert, values)).rejects.toMatchObject({ code: '23514' });
  });

  it('are corrected by a row that names the one it replaces; before its day nothing changes', async () => {
    await load(rateOfCbs({ rate: '1' }));
    const ofToday = (await listTaxRates(db, today())).rates.find(({ tax }) => tax === 'CBS');
    await expect(load(rateOfCbs({ rate: '1.1' }))).rejects.toMatchObject({ status: 409, code: 'tax-rate-exists' });
    await expect(load(rateOfCbs({ rate: '1.1', replaces: randomUUID() }))).rejects.toMatchObject({
      status: 422,
      code: 'unknown-tax-rate',
    });
    await load(rateOfCbs({ rate: '1.1', replaces: ofToday?.id ?? '' }));
    const find = async (on: string) => (await listTaxRates(db, on)).rates.find(({ tax }) => tax === 'CBS');
    expect(await find(today())).toMatchObject({ rate: '1.1', replaces: ofToday?.id, loadedBy: caller.keyId });
    expect(await find('2026-01-01')).toMatchObject({ rate: '0.9' });
  });

  it('are loaded all or none, and once', async () => {
    const wrong = load(rateOfCbs({ firstDay: '2026-12-15' }), rateOfCbs({ firstDay: '2026-01-01', rate: '5' }));
    await expect(wrong).rejects.toMatchObject({
      code: 'tax-rate-exists',
      members: { errors: [{ pointer: '/rates/1' }] },
    });
    expect(await load(rateOfCbs())).toMatchObject({ loadedCount: 1 });
    expect(await load(rateOfCbs())).toMatchObject({ loadedCount: 0 });
  });

  it('that are missing keep a receipt a draft, whose events say so once, until they are loaded', async () => {
    const { draft, issue, row, events, deps, pollDue } = await createIssuingFixture(db);
    const [receipt, other] = [await draft(), await draft('22')];
    await load(rateOfCbs({ rate: null }));
    const unknown = { status: 422, code: 'tax-rates-unknown', members: { day: today(), taxes: ['CBS'] } };
    await expect(issue(receipt)).rejects.toMatchObject(unknown);
    await expect(issue(receipt)).rejects.toMatchObject(unknown);
    expect(await row(receipt)).toMatchObject({
      status: 'DRAFT',
      number: null,
      signedXml: null,
      waitsForRatesIn: 'TRIAL',
    });
    expect(await events(receipt)).toEqual(['tax_receipt.drafted', 'tax_receipt.waiting_for_rates']);
    expect(await issue(other)).toMatchObject({ status: 'ACTIVE' });
    expect(await issueWaitingReceipts({ ...deps, log: silentLog })).toBe(0);
    const expected = { loadedCount: 1, changedDraftCount: 1, issuedDraftCount: 1, draftIds: [receipt.id] };
    expect(await loadTaxRates(db, { caller, rates: [rateOfCbs()], dryRun: true })).toEqual({
      dryRun: true,
      ...expected,
    });
    expect(await issueWaitingReceipts({ ...deps, log: silentLog })).toBe(0);
    expect(await load(rateOfCbs())).toEqual({ dryRun: false, ...expected });
    expect(await issueWaitingReceipts({ ...deps, log: silentLog })).toBe(1);
    await pollDue();
    expect(await row(receipt)).toMatchObject({ status: 'ACTIVE', number: 1, waitsForRatesIn: null });
    expect(await events(receipt)).toEqual([
      'tax_receipt.drafted',
      'tax_receipt.waiting_for_rates',
      'tax_receipt.issued',
    ]);
    expect((await row(receipt)).content).toMatchObject({ taxRates: { day: today(), rates: { CBS: '0.9' } } });
    expect(await issueWaitingReceipts({ ...deps, log: silentLog })).toBe(0);
  });

  it('that come later do not issue a receipt that waits in the other environment, or was discarded', async () => {
    const { draft, issue, cancel, row, deps } = await createIssuingFixture(db);
    const [receipt, discarded] = [await draft(), await draft()];
    await load(rateOfCbs({ rate: null }));
    for (const one of [receipt, discarded])
      await expect(issue(one)).rejects.toMatchObject({ code: 'tax-rates-unknown' });
    await cancel(discarded);
    await load(rateOfCbs());
    const tax = { environment: 'PRODUCTION', leaseMs: 0, signer: deps.tax.signer } as const;
    expect(await issueWaitingReceipts({ db, tax, log: silentLog })).toBe(0);
    expect(await issueWaitingReceipts({ ...deps, log: silentLog })).toBe(1);
    expect(await row(discarded)).toMatchObject({ status: 'CANCELED', number: null });
  });

  it('that come later issue the others when one receipt cannot be issued', async () => {
    const { draft, issue, row, deps } = await createIssuingFixture(db);
    const [broken, receipt] = [await draft(), await draft()];
    await load(rateOfCbs({ rate: null }));
    for (const one of [broken, receipt]) await expect(issue(one)).rejects.toMatchObject({ code: 'tax-rates-unknown' });
    await db.pool.query(`UPDATE tax_receipt SET content = jsonb_set(content, '{items}', '[]') WHERE id = $1`, [
      broken.id,
    ]);
    await load(rateOfCbs());
    expect(await issueWaitingReceipts({ ...deps, log: silentLog })).toBe(1);
    expect([await row(broken), await row(receipt)]).toMatchObject([
      { number: null, waitsForRatesIn: 'TRIAL' },
      { number: 1 },
    ]);
  });

  it('of 2027 leave out PIS and COFINS, and keep what was drafted before from carrying them', async () => {
    const { draft, issue, row } = await createIssuingFixture(db);
    const receipt = await draft();
    expect(JSON.stringify((await row(receipt)).content)).toContain('"pis"');
    const ended = { rate: null, regimes: [], source: 'Constitutional amendment 132/2023' } as const;
    await load(rateOfCbs({ ...ended, tax: 'PIS', regimes: [] }), rateOfCbs({ ...ended, tax: 'COFINS', regimes: [] }));
    await issue(receipt);
    expect((await row(receipt)).signedXml).not.toMatch(/<(PIS|COFINS)>/);
  });
});
