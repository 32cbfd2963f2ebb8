import { addDays, daysBetween, toCivilDay } from '@linework/billing/civil-day';
import { createFailureBackoff } from '@linework/invoices/failure-backoff';
import { makeInvoices } from '@linework/invoices/make-invoices';
import { placeOrder } from '@linework/lines/commands/place-order';
import { allOrderTypeVersions } from '@linework/lines/order-types/all-order-types';
import { blockLine } from '@linework/lines/order-types/block-line';
import { unblockLine } from '@linework/lines/order-types/unblock-line';
import { silentLog } from '@linework/log/log';
import { buildExample, type ExampleRows } from '@linework/move-in/example-files';
import { listFindings } from '@linework/move-in/list-move-ins';
import { decideMoveIn } from '@linework/move-in/move-ins';
import { deleteSettledPauseBlocks, hasPauseBlocks } from '@linework/subscriptions/pauses/pause-blocks';
import { reconcilePausedLines } from '@linework/subscriptions/pauses/reconcile-paused-lines';
import { resumeSubscription } from '@linework/subscriptions/pauses/resume-subscription';
import { anEmptyInstallation, rowsOf, rowsOfLines } from '@linework/testing/an-empty-installation';
import { anOffer } from '@linework/testing/an-offer';
import { createTestEngine } from '@linework/testing/engine/test-engine';
import { afterAll, describe, expect, it } from 'vitest';

const engine = await createTestEngine({ orderTypes: allOrderTypeVersions });
afterAll(() => engine.close());
const { db } = engine;
const base = await anEmptyInstallation(db);
const offer = await anOffer(db, { brokerId: base.broker.id, discounted: false });
const componentId = offer.plan.components[0]?.id ?? '';
const { versionId: offerVersionId, plan } = offer;
const today = toCivilDay(new Date());
const billing = { db, log: silentLog, backoff: createFailureBackoff() };

/** Billed in arrears, of the cycle before the running one, in which it was paused after three days. */
function paused(contract: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const running = buildExample(1, { offerVersionId, productId: plan.id, componentId, now: new Date() });
  const before = running.rows.invoices[0]?.['periodFrom'] ?? '';
  const nextBillingDate = running.rows.invoices[0]?.['dueDate'] ?? '';
  return { ...contract, nextBillingDate, status: 'Pausada', pausedAt: `${addDays(before, 3)}T15:00:00Z` };
}

/** Four lines of two contracts. Those of the first are blocked: one by its pause, and one for another reason. */
function rowsFrom(from: number, change: (contract: Readonly<Record<string, string>>) => object = paused) {
  const now = new Date();
  const { rows } = buildExample(from + 4, { offerVersionId, productId: plan.id, componentId, now });
  const own = rowsOfLines(rows, from, from + 4);
  const blocks = [{ legacyId: `B-${from}`, lineId: `L-${from + 1}`, reason: 'NON_PAYMENT', since: '2026-03-01' }];
  const lines = own.lines.map((line, at) => (at < 2 ? { ...line, status: 'BLOCKED' } : line));
  const subscriptions = own.subscriptions.map((contract, at) => ({
    ...contract,
    status: '',
    pausedAt: '',
    ...(at === 0 ? change(contract) : {}),
  }));
  return { ...own, lines, blocks, subscriptions, balances: own.balances.slice(2), invoices: [] } as ExampleRows;
}

async function adopted(rows: ExampleRows): Promise<string> {
  const { id } = await base.open();
  await base.uploadAll(id, rows);
  expect((await base.run(id, 'check')).findings).toEqual([]);
  expect(await base.run(id, 'adopt')).toMatchObject({ status: 'ADOPTED', progress: { leftOut: 0 } });
  return id;
}

async function idOf(table: 'line' | 'subscription', legacyId: string): Promise<string> {
  const [found] = await rowsOf(db, `SELECT id FROM ${table} WHERE external_code = $1`, [legacyId]);
  return String(found?.['id']);
}

const statusOf = async (legacyId: string) =>
  (await rowsOf(db, 'SELECT status FROM line WHERE external_code = $1', [legacyId]))[0]?.['status'];

const ordersOf = (...legacyIds: readonly string[]) =>
  rowsOf(
    db,
    `SELECT l.external_code AS line, o.id, o.type FROM orders o JOIN line l ON l.id = o.resource_id
    WHERE l.external_code = ANY($1) ORDER BY o.created_at`,
    [legacyIds],
  );

const resume = async (legacyId: string) =>
  resumeSubscription(engine.deps, { caller: base.caller, subscriptionId: await idOf('subscription', legacyId) });

const invoicesOf = async (legacyId: string) =>
  rowsOf(
    db,
    `SELECT cycle, period_from::text AS from, period_until::text AS until, total_amount::text AS amount
    FROM invoice WHERE subscription_id = $1 ORDER BY cycle`,
    [await idOf('subscription', legacyId)],
  );

describe('a subscription that is paused in the other system', () => {
  it('comes in as PAUSED, is billed for no day of its pause, and is resumed as usual', async () => {
    const rows = rowsFrom(24);
    await adopted(rows);
    const id = await idOf('subscription', 'C-12');
    const pausedAt = new Date(rows.subscriptions[0]?.['pausedAt'] ?? '');
    expect(
      await rowsOf(
        db,
        `SELECT s.status, s.last_paused_at, p.paused_at, p.resumed_at
        FROM subscription s JOIN subscription_pause p ON p.subscription_id = s.id WHERE s.id = $1`,
        [id],
      ),
    ).toEqual([{ status: 'PAUSED', last_paused_at: pausedAt, paused_at: pausedAt, resumed_at: null }]);
    const events = await rowsOf(
      db,
      "SELECT type, details ->> 'adopted' AS adopted FROM event WHERE resource_id = $1 ORDER BY seq",
      [id],
    );
    expect(events).toEqual([
      { type: 'subscription.activated', adopted: 'true' },
      { type: 'subscription.paused', adopted: 'true' },
    ]);
    expect(await statusOf('L-24')).toBe('BLOCKED');

    // Nothing of it is billed or done while it is paused.
    const later = addDays(today, 70);
    for (let made = 1; made > 0; ) made = await makeInvoices(billing, { today: later });
    expect(await invoicesOf('C-12')).toEqual([]);
    expect(await hasPauseBlocks(db)).toBe(false);
    await reconcilePausedLines({ ...engine.deps, log: silentLog });
    // As the job does when another pause has work.
    await deleteSettledPauseBlocks(db, null);
    expect(await ordersOf('L-24', 'L-25')).toEqual([]);

    await resume('C-12');
    const orders = await ordersOf('L-24', 'L-25');
    expect(orders).toMatchObject([{ line: 'L-24', type: 'LINE_UNBLOCK' }]);
    expect(await engine.runUntilSettled(String(orders[0]?.['id']))).toMatchObject({ status: 'COMPLETED' });
    expect(await statusOf('L-24')).toBe('ACTIVE');
    expect(await statusOf('L-25')).toBe('BLOCKED');
    await reconcilePausedLines({ ...engine.deps, log: silentLog });
    expect(await rowsOf(db, 'SELECT FROM paused_line')).toEqual([]);

    // The three days before the pause, of the cycle in which it began.
    await makeInvoices(billing, { today });
    const [invoice, ...others] = await invoicesOf('C-12');
    expect(others).toEqual([]);
    const { from = '', until = '' } = invoice as Record<string, string>;
    expect(invoice).toMatchObject({
      until: rows.subscriptions[0]?.['nextBillingDate'],
      amount: (Math.round((4_990 * 3) / daysBetween(from, until)) / 100).toFixed(2),
    });
  });

  it('keeps what is used of the allowance of the running cycle', async () => {
    const rows = rowsFrom(64, () => ({ status: 'PAUSED', pausedAt: new Date(Date.now() - 60_000).toISOString() }));
    const balance = { ...rows.balances[0], legacyId: 'U-64', lineId: 'L-64', used: '321' };
    await adopted({ ...rows, balances: [...rows.balances, balance] });
    await resume('C-32');
    const used = await rowsOf(
      db,
      `SELECT c.used::int AS used FROM usage_credit c JOIN usage_account a ON a.id = c.account_id
      WHERE a.line_id = $1 AND c.component_id = $2`,
      [await idOf('line', 'L-64'), componentId],
    );
    expect(used).toEqual([{ used: 321 }]);
  });

  it('leaves a line blocked that an order has blocked since', async () => {
    await adopted(rowsFrom(84));
    const lineId = await idOf('line', 'L-84');
    for (const orderType of [unblockLine, blockLine]) {
      await placeOrder(engine.deps, { orderType, caller: base.caller, lineId, correlationId: 'c' });
      const orders = await ordersOf('L-84');
      await engine.runUntilSettled(String(orders.at(-1)?.['id']));
    }
    await resume('C-42');
    await reconcilePausedLines({ ...engine.deps, log: silentLog });
    expect((await ordersOf('L-84')).map(({ type }) => type)).toEqual(['LINE_UNBLOCK', 'LINE_BLOCK']);
    expect(await statusOf('L-84')).toBe('BLOCKED');
  });

  it('is unblocked as its file says, whatever its blocks say', async () => {
    const rows = rowsFrom(124);
    const says = (line: Readonly<Record<string, string>>, at: number) => ({
      ...line,
      blockedByPause: at > 1 ? '' : at === 0 ? 'não' : 'sim',
    });
    await adopted({ ...rows, lines: rows.lines.map(says) });
    await resume('C-62');
    expect(await ordersOf('L-124', 'L-125')).toMatchObject([{ line: 'L-125', type: 'LINE_UNBLOCK' }]);
  });

  it('is taken back with its pause, and stays after a resume', async () => {
    const id = await adopted(rowsFrom(144));
    expect(await base.run(id, 'undo')).toMatchObject({ status: 'UNDONE' });
    expect(await rowsOf(db, "SELECT FROM subscription WHERE external_code = 'C-72'")).toEqual([]);
    const again = await adopted(rowsFrom(144));
    await resume('C-72');
    expect(await base.run(again, 'undo')).toMatchObject({ status: 'ADOPTED' });
    expect(await rowsOf(db, "SELECT status FROM subscription WHERE external_code = 'C-72'")).toEqual([
      { status: 'ACTIVE' },
    ]);
  });

  it('gets lines of a later move-in, which are blocked too', async () => {
    await adopted(rowsFrom(184));
    const late = rowsOfLines(buildExample(190).rows, 188, 190);
    const { id } = await base.open();
    await base.uploadAll(id, {
      numbers: late.numbers,
      sims: late.sims,
      lines: late.lines.map((line, at) => ({
        ...line,
        holderId: 'H-92',
        subscriptionId: 'C-92',
        status: at === 0 ? 'ACTIVE' : 'BLOCKED',
      })),
    });
    const { findings } = await base.run(id, 'check');
    expect(findings).toMatchObject([{ code: 'invalid-value', count: 1 }]);
    const decision = { code: 'invalid-value', decision: 'leave-out', reason: 'It is in service.' } as const;
    await decideMoveIn(db, { caller: base.caller, moveInId: id, ...decision });
    expect(await base.run(id, 'adopt')).toMatchObject({ progress: { adopted: 3, leftOut: 3 } });
    await resume('C-92');
    expect(await ordersOf('L-184', 'L-189')).toMatchObject([{ type: 'LINE_UNBLOCK' }, { type: 'LINE_UNBLOCK' }]);
  });

  it('is checked', async () => {
    const faults = [
      // No time, a time before the activation, one in the future, and one without a pause.
      { status: 'PAUSED', pausedAt: '' },
      { status: 'PAUSED', pausedAt: '2019-01-01' },
      { status: 'PAUSED', pausedAt: '2199-01-01' },
      { status: 'ACTIVE', pausedAt: '2026-01-01' },
    ];
    const { rows } = buildExample(176, { offerVersionId, productId: plan.id, componentId, now: new Date() });
    const own = rowsOfLines(rows, 164, 176);
    const { id } = await base.open();
    await base.uploadAll(id, {
      ...own,
      subscriptions: own.subscriptions.map((contract, at) => ({
        ...contract,
        status: '',
        pausedAt: '',
        ...(faults[at] ?? (at === 4 ? paused(contract) : {})),
      })),
      lines: own.lines.map((line, at) => ({
        ...line,
        // The lines of the last two contracts: ACTIVE in a pause, blocked by it, and blocked by none.
        status: at < 8 ? 'BLOCKED' : at === 8 ? 'ACTIVE' : 'BLOCKED',
        blockedByPause: at === 9 || at === 10 ? 'true' : '',
      })),
      balances: own.balances.filter((_, at) => at === 9),
      invoices: [],
    });
    await base.run(id, 'check');
    const page = { limit: 100, sortBy: 'row', sortOrder: 'asc' } as const;
    const { items } = await listFindings(db, { caller: base.caller, moveInId: id }, page);
    expect(items.map(({ kind, row, column, code }) => `${kind} ${row} ${column} ${code}`).toSorted()).toEqual([
      'balances 2 used invalid-value',
      'lines 10 status invalid-value',
      'lines 12 blockedByPause invalid-value',
      'subscriptions 2 pausedAt missing-value',
      'subscriptions 3 pausedAt invalid-value',
      'subscriptions 4 pausedAt invalid-value',
      'subscriptions 5 pausedAt invalid-value',
    ]);
  });
});
