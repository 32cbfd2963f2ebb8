import { randomUUID } from 'node:crypto';
import { addDays } from '@linework/billing/civil-day';
import { openDb } from '@linework/db/db';
import { createFailureBackoff } from '@linework/invoices/failure-backoff';
import { makeInvoices } from '@linework/invoices/make-invoices';
import { silentLog } from '@linework/log/log';
import { aSubscription, type SubscriptionOptions } from '@linework/testing/a-subscription';
import { createTestDb } from '@linework/testing/create-test-db';
import { afterAll, afterEach } from 'vitest';

interface Row {
  readonly id: string;
  readonly cycle: number;
  readonly status: string;
  readonly period: string;
  readonly total: string;
  readonly due: string | null;
}

/** A plan of 49.90 by default, the only product of its subscription. */
export const aPlan = (price = '49.90', overrides = {}) => ({
  ...{
    id: randomUUID(),
    name: 'plan',
    billingType: 'POSTPAID' as const,
    recurrence: 'RECURRING' as const,
    price,
    allowsOverage: false,
  },
  ...{ features: [], components: [], ...overrides },
});

/**
 * Creates a database whose subscriptions are invoiced on the days that a test names. After each test none of them is
 * due.
 */
export async function startInvoicing() {
  const testDb = await createTestDb();
  const db = openDb({ url: testDb.url, statementTimeoutMs: 20_000 });
  afterAll(async () => {
    await db.close();
    await testDb.drop();
  });
  afterEach(async () => {
    await db.pool.query('UPDATE subscription SET next_billing_date = NULL');
  });

  /** A subscription whose first cycle begins on a day, with one plan of 49.90 and no discount. */
  const aSubscriptionBegunOn = (day: string, options: SubscriptionOptions = {}) => {
    const first = { cycleFrom: day, cycleUntil: addDays(day, 1), nextBillingDate: addDays(day, 1) };
    return aSubscription(db, 'ACTIVE', {
      products: [aPlan()],
      activatedAt: new Date(`${day}T15:00:00Z`),
      ...first,
      ...options,
    });
  };

  return {
    db,
    url: testDb.url,
    aSubscriptionBegunOn,
    runOn: (today: string, limit?: number) =>
      makeInvoices(
        { db, log: silentLog, backoff: createFailureBackoff() },
        { today, ...(limit !== undefined && { limit }) },
      ),
    /** A monthly subscription whose first cycle is a calendar month. */
    monthly: (month: string, next: string, options: SubscriptionOptions = {}) =>
      aSubscriptionBegunOn(`${month}-01`, { cycleUntil: `${next}-01`, nextBillingDate: `${next}-01`, ...options }),
    async invoicesOf(subscriptionId: string): Promise<readonly Row[]> {
      const { rows } = await db.pool.query<Row>(
        `SELECT id, cycle, status, period_from || ' ' || period_until AS period, total_amount::text AS total,
           due_date::text AS due
         FROM invoice WHERE subscription_id = $1 ORDER BY cycle, created_at`,
        [subscriptionId],
      );
      return rows;
    },
    async linesOf(invoiceId: string) {
      const lines = await db.prisma.invoiceLine.findMany({ where: { invoiceId }, orderBy: { position: 'asc' } });
      return lines.map(({ kind, amount }) => `${kind} ${amount.toFixed(2)}`);
    },
    subscriptionOf: (id: string) => db.prisma.subscription.findUniqueOrThrow({ where: { id } }),
  };
}
