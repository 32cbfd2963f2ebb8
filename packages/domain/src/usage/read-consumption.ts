import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { validationError } from '@linework/problem-details/make-problem';
import type { UsageType } from '@linework/schemas/catalog/product';
import type { Consumption } from '@linework/schemas/usage/consumption';
import { mostDays, usualDays } from '@linework/schemas/usage/get-consumption.route';
import { addDays, civilDay, daysBetween } from '../billing/civil-day.ts';
import { findLine } from '../lines/find-line.ts';
import { accountOfLine, type NamedProduct } from './account-of-line.ts';
import { asNumber } from './as-number.ts';
import { openAccounts } from './open-accounts.ts';

const readStatement = statement(
  'read-usage-days',
  `SELECT day::text, component_id AS "componentId", type, amount::text, overage::text FROM usage_day
   WHERE account_id = $1::uuid AND day BETWEEN $2::date AND $3::date
   ORDER BY usage_day.day, component_id`,
);

export interface ConsumptionAsked extends NamedProduct {
  readonly caller: Caller;
  /** First and last day, YYYY-MM-DD. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

interface DayRow {
  readonly day: string;
  readonly componentId: string;
  readonly type: UsageType;
  readonly amount: string;
  readonly overage: string;
}

/**
 * What a line has used of a product on each day, the first day first. Raises not-found as a balance does, and validation-error for
 * days that are too many, or none.
 */
export async function readConsumption(db: Db, { caller, lineId, productId, from, to }: ConsumptionAsked): Promise<Consumption> {
  await findLine(db, { caller, lineId });
  return db.transaction(async (tx) => {
    await openAccounts(tx, [lineId]);
    const { id, now } = await accountOfLine(tx, { lineId, productId });
    const rows = await tx.query<DayRow>(readStatement, [id, ...rangeOf({ from, to }, now)]);
    return { days: rows.map(({ amount, overage, ...row }) => ({ ...row, amount: asNumber(BigInt(amount)), overage: asNumber(BigInt(overage)) })) };
  });
}

function rangeOf({ from, to }: Pick<ConsumptionAsked, 'from' | 'to'>, now: Date): readonly [string, string] {
  const last = to ?? civilDay(now);
  const first = from ?? addDays(last, 1 - usualDays);
  const days = daysBetween(first, last) + 1;
  if (days < 1) throw validationError([{ detail: `must not be after ${last}`, parameter: 'from' }]);
  if (days > mostDays) throw validationError([{ detail: `must not be more than ${mostDays} days up to ${last}`, parameter: 'from' }]);
  return [first, last];
}
