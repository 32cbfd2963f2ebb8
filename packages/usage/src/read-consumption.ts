import type { Caller } from '@linework/auth/caller';
import { addDays, daysBetween, toCivilDay } from '@linework/billing/civil-day';
import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { findLine } from '@linework/lines/records/find-line';
import { validationError } from '@linework/problem-details/make-problem';
import type { UsageType } from '@linework/schemas/catalog/product';
import type { Consumption } from '@linework/schemas/usage/consumption';
import { daysLimit, defaultDays } from '@linework/schemas/usage/usage.routes';
import { findLineAccount, type LineProductReference } from './find-line-account.ts';
import { openAccounts } from './open-accounts.ts';
import { toSafeNumber } from './to-safe-number.ts';

const readStatement = statement(
  'read-usage-days',
  { accountId: 'uuid', from: 'date', until: 'date' },
  `SELECT day::text, component_id AS "componentId", type, amount::text, overage::text
   FROM usage_day
   WHERE account_id = :accountId AND day BETWEEN :from AND :until
   ORDER BY usage_day.day, component_id`,
).returns<{ type: UsageType }>();

export interface ConsumptionInput extends LineProductReference {
  readonly caller: Caller;
  /** First and last day, YYYY-MM-DD. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/**
 * Returns the usage of a product on a line per day, the first day first. Raises not-found like a balance, and
 * validation-error for an empty or too long range of days.
 */
export async function readConsumption(
  db: Db,
  { caller, lineId, productId, from, to }: ConsumptionInput,
): Promise<Consumption> {
  await findLine(db, { caller, lineId });
  return db.transaction(async (tx) => {
    await openAccounts(tx, [lineId]);
    const { id, now } = await findLineAccount(tx, { lineId, productId });
    const rows = await tx.query(readStatement, { accountId: id, ...resolveRange({ from, to }, now) });
    return {
      days: rows.map(({ amount, overage, ...row }) => ({
        ...row,
        amount: toSafeNumber(BigInt(amount)),
        overage: toSafeNumber(BigInt(overage)),
      })),
    };
  });
}

function resolveRange({ from, to }: Pick<ConsumptionInput, 'from' | 'to'>, now: Date): { from: string; until: string } {
  const last = to ?? toCivilDay(now);
  const first = from ?? addDays(last, 1 - defaultDays);
  const days = daysBetween(first, last) + 1;
  if (days < 1) throw validationError([{ detail: `must not be after ${last}`, parameter: 'from' }]);
  if (days > daysLimit)
    throw validationError([{ detail: `must not be more than ${daysLimit} days up to ${last}`, parameter: 'from' }]);
  return { from: first, until: last };
}
