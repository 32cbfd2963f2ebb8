import { forEachInChunks } from '@linework/batching/for-each-in-chunks';
import type { UsageType } from '@linework/schemas/catalog/product';
import type { UsageRecord } from '@linework/schemas/usage/usage-record';
import { toCivilDay } from '../billing/civil-day.ts';
import type { Account, Credit } from './account.ts';
import { findSources } from './find-sources.ts';
import { groupBalancesByLine } from './line-balances.ts';

/** What was used of a component on a day. */
export interface DayUsage {
  readonly accountId: string;
  readonly componentId: string;
  readonly day: string;
  readonly type: UsageType;
  readonly amount: bigint;
  /** The part of it that no credit covered. */
  readonly overage: bigint;
}

export interface AllotmentInput {
  readonly records: readonly UsageRecord[];
  readonly accounts: readonly Account[];
  /** Those first that end first. */
  readonly credits: readonly Credit[];
  readonly now: Date;
}

export interface Allotment {
  /** How much of each record was taken from somewhere, in their order. */
  readonly allotted: readonly bigint[];
  /** What is used now of each credit that was drawn on. */
  readonly used: ReadonlyMap<string, bigint>;
  readonly days: readonly DayUsage[];
}

/**
 * Takes each record, in the order given, from where it may be taken from. What finds nothing left is not taken, so that no credit is
 * ever used beyond what was granted.
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
      if (part > 0n) addDayUsage(days, { ...source, type: record.type, day: toCivilDay(record.usedAt), amount: part, overage: source.overage ? part : 0n });
      remaining -= part;
      if (remaining === 0n) break;
    }
    allotted.push(amount - remaining);
  });
  return { allotted, used, days: [...days.values()] };
}

/** Takes as much as there is of what is wanted; where there is no credit, there is as much as is wanted. */
function drawFromCredit(credit: Credit | undefined, requested: bigint, used: Map<string, bigint>): bigint {
  if (!credit) return requested;
  const before = used.get(credit.id) ?? credit.used;
  const remaining = credit.granted - before;
  const part = remaining < requested ? remaining : requested;
  if (part > 0n) used.set(credit.id, before + part);
  return part;
}

function addDayUsage(days: Map<string, DayUsage>, { accountId, componentId, day, type, amount, overage }: DayUsage): void {
  const key = `${accountId} ${componentId} ${day}`;
  const before = days.get(key);
  days.set(key, { accountId, componentId, day, type, amount: amount + (before?.amount ?? 0n), overage: overage + (before?.overage ?? 0n) });
}
