import { addDays } from '@linework/billing/civil-day';
import { createFailureBackoff } from '@linework/invoices/failure-backoff';
import { makeInvoices } from '@linework/invoices/make-invoices';
import { silentLog } from '@linework/log/log';
import { buildExample } from '@linework/move-in/example-files';
import { balanceMoveIn, listFindings } from '@linework/move-in/list-move-ins';
import { decideMoveIn } from '@linework/move-in/move-ins';
import { aTestDb } from '@linework/testing/a-test-db';
import { anEmptyInstallation, rowsOf, rowsOfLines } from '@linework/testing/an-empty-installation';
import { anOffer } from '@linework/testing/an-offer';
import { describe, expect, it } from 'vitest';

const db = await aTestDb();
const base = await anEmptyInstallation(db);
const offer = await anOffer(db, { brokerId: base.broker.id, discounted: false });
const componentId = offer.plan.components[0]?.id ?? '';
const offerAt = (now: Date) => ({ offerVersionId: offer.versionId, productId: offer.plan.id, componentId, now });
const today = new Date();
const billing = { db, log: silentLog, backoff: createFailureBackoff() };

describe('a move-in with contracts', () => {
  it('adopts cycles, balances, open invoices and payment methods, to the cent, and takes them back', async () => {
    const { rows } = buildExample(40, offerAt(today));
    const { id } = await base.open();
    await base.uploadAll(id, rows);
    expect((await base.run(id, 'check')).findings).toEqual([]);
    expect(await base.run(id, 'adopt')).toMatchObject({ status: 'ADOPTED', progress: { leftOut: 0 } });

    const amounts = rows.invoices.map(({ amount = '' }) => Number(amount.replace(',', '.')));
    const wanted = amounts.reduce((sum, amount) => sum + amount, 0).toFixed(2);
    const balance = await balanceMoveIn(db, { caller: base.caller, moveInId: id });
    expect(balance.items.find(({ kind }) => kind === 'invoices')).toEqual({
      kind: 'invoices',
      state: 'adopted',
      rows: rows.invoices.length,
      amount: wanted,
    });
    const [sums] = await rowsOf(
      db,
      `SELECT (SELECT sum(total_amount)::text FROM invoice) AS owed,
        (SELECT sum(used)::int FROM usage_credit WHERE component_id = $1) AS used,
        (SELECT count(*)::int FROM usage_credit) AS credits,
        (SELECT count(*)::int FROM payment_method WHERE status = 'ACTIVE' AND is_default) AS methods,
        (SELECT array_agg(DISTINCT cycle_until = next_billing_date AND cycle > 70) FROM subscription) AS cycles,
        (SELECT count(*)::int FROM subscription_line WHERE joined_at < now() - interval '10 days') AS members`,
      [componentId],
    );
    expect(sums).toEqual({
      owed: wanted,
      used: rows.balances.reduce((sum, { used }) => sum + Number(used), 0),
      // A line that is idle has its allowance too.
      credits: 3 * 40,
      methods: rows.paymentMethods.length,
      cycles: [true],
      members: 40,
    });
    // Nothing is due before the next billing date.
    expect(await makeInvoices(billing)).toBe(0);

    expect(await base.run(id, 'undo')).toMatchObject({ status: 'UNDONE' });
    for (const table of ['invoice', 'invoice_line', 'payment_method', 'subscription', 'subscription_product', 'line'])
      expect(await rowsOf(db, `SELECT FROM ${table}`), table).toEqual([]);
  });

  it('bills the running cycle on its day, once, and no cycle that was billed there', async () => {
    const rows = rowsOfLines(buildExample(46, offerAt(today)).rows, 40, 46);
    const { id } = await base.open();
    await base.uploadAll(id, rows);
    await base.run(id, 'check');
    await base.run(id, 'adopt');
    const running = await rowsOf(
      db,
      'SELECT id, cycle, cycle_from::text AS from, cycle_until::text AS until FROM subscription ORDER BY id',
    );
    expect(running).toHaveLength(3);
    const billingDay = String(running[0]?.['until']);
    expect(await makeInvoices(billing, { today: addDays(billingDay, -1) })).toBe(0);
    expect(await makeInvoices(billing, { today: billingDay })).toBe(3);
    expect(await makeInvoices(billing, { today: billingDay })).toBe(0);
    const made = await rowsOf(
      db,
      `SELECT subscription_id AS id, cycle, period_from::text AS from, period_until::text AS until
      FROM invoice WHERE total_amount = 49.90 ORDER BY subscription_id`,
    );
    expect(made).toEqual(running);
    // Invoices of ours have touched the holders: they stay.
    expect(await base.run(id, 'undo')).toMatchObject({ status: 'ADOPTED' });
  });

  it('finds what contracts lack, and leaves a subscription out with its lines', async () => {
    const rows = rowsOfLines(buildExample(60, offerAt(today)).rows, 20, 30);
    const { id } = await base.open();
    await base.uploadAll(id, {
      ...rows,
      subscriptions: rows.subscriptions.map((row, at) => ({
        ...row,
        billingDay: '10',
        nextBillingDate: at === 1 ? '2031-02-11' : (row['nextBillingDate'] ?? ''),
      })),
      products: rows.products.filter((_, at) => at !== 2),
      balances: rows.balances.map((row, at) => (at === 9 ? { ...row, used: '10000000001' } : row)),
      invoices: rows.invoices.map((row) => ({ ...row, periodFrom: '2019-01-01' })),
    });
    await base.run(id, 'check');
    const page = { limit: 100, sortBy: 'row', sortOrder: 'asc' } as const;
    const { items } = await listFindings(db, { caller: base.caller, moveInId: id }, page);
    expect(items.map(({ kind, row, column, code }) => `${kind} ${row} ${column} ${code}`).toSorted()).toEqual([
      'balances 11 used invalid-value',
      'balances 6 used invalid-value',
      'balances 7 used invalid-value',
      'invoices 2 periodFrom invalid-value',
      'subscriptions 3 nextBillingDate invalid-value',
      'subscriptions 4 products missing-value',
    ]);
    for (const code of new Set(items.map((item) => item.code)))
      await decideMoveIn(db, { caller: base.caller, moveInId: id, code, decision: 'leave-out', reason: 'Wrong.' });
    await base.run(id, 'adopt');
    const left = await rowsOf(
      db,
      `SELECT row, reason FROM move_in_row
      WHERE move_in_id = $1 AND kind = 'lines' AND state = 'left-out' ORDER BY row`,
      [id],
    );
    expect(left.map(({ row, reason }) => `${row} ${reason}`)).toEqual([
      '4 needs-subscriptions',
      '5 needs-subscriptions',
      '6 needs-subscriptions',
      '7 needs-subscriptions',
    ]);
  });
});
