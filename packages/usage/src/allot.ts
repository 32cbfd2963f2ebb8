import { forEachInChunks } from '@linework/batching/for-each-in-chunks';
import { toCivilDay } from '@linework/billing/civil-day';
import type { UsageType } from '@linework/schemas/catalog/product';
import type { LineUsage } from '@linework/schemas/usage/usage-record';
import type { Account, Credit } from './account.ts';
import { findSources } from './find-sources.ts';
import { groupBalancesByLine } from './line-balances.ts';

/** The usage of a component on a day. */
export interface DayUsage {
  readonly accountId: string;
  readonly componentId: string;
  readonly day: string;
  readonly type: UsageType;
  readonly amount: bigint;
  /** The part without a credit. */
  readonly overage: bigint;
}

export interface AllotmentInput {
  readonly records: readonly LineUsage[];
  readonly accounts: readonly Account[];
  /** Sorted by expiry, the earliest first. */
  readonly credits: readonly Credit[];
  readonly now: Date;
}

export interface Allotment {
  /** The allotted amount of each record, in the order of the records. */
  readonly allotted: readonly bigint[];
  /** The new used amount of each credit that was drawn on. */
  readonly used: ReadonlyMap<string, bigint>;
  readonly days: readonly DayUsage[];
}

/**
 * Allots each record, in the given order, to its sources. An amount without a source is not allotted, so that a credit
 * is never used beyond its granted amount.
 */
export async function allot({ records, accounts, credits, now }: AllotmentInput): Promise<Allotment> {
  const balancesByLine = await groupBalancesByLine(accounts, credits);
  const used = new Map<string, bigint>();
  const days = new Map<string, DayUsage>();
  const allotted: bigint[] = [];
  await forEachInChunks(records, (record) => {
    const balances = balancesByLine.get(record.lineId);
    const amount = BigInt(record.amount);
    let remaining = amount;
    for (const source of balances ? findSources(record, balances, now) : []) {
      const part = drawFromCredit(source.credit, remaining, used);
      if (part > 0n)
        addDayUsage(days, {
          ...source,
          type: record.type,
          day: toCivilDay(record.usedAt),
          amount: part,
          overage: source.overage ? part : 0n,
        });
      remaining -= part;
      if (remaining === 0n) break;
    }
    allotted.push(amount - remaining);
  });
  return { allotted, used, days: [...days.values()] };
}

/** Draws the requested amount from a credit, or what remains of it. Without a credit the source is unlimited. */
function drawFromCredit(credit: Credit | undefined, requested: bigint, used: Map<string, bigint>): bigint {
  if (!credit) return requested;
  const before = used.get(credit.id) ?? credit.used;
  const remaining = credit.granted - before;
  const part = remaining < requested ? remaining : requested;
  if (part > 0n) used.set(credit.id, before + part);
  return part;
}

function addDayUsage(
  days: Map<string, DayUsage>,
  { accountId, componentId, day, type, amount, overage }: DayUsage,
): void {
  const key = `${accountId} ${componentId} ${day}`;
  const before = days.get(key);
  days.set(key, {
    accountId,
    componentId,
    day,
    type,
    amount: amount + (before?.amount ?? 0n),
    overage: overage + (before?.overage ?? 0n),
  });
}
