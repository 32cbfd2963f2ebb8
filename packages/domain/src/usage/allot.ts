import { eachInPieces } from '@linework/batching/each-in-pieces';
import type { UsageType } from '@linework/schemas/catalog/product';
import type { UsageRecord } from '@linework/schemas/usage/usage-record';
import { civilDay } from '../billing/civil-day.ts';
import type { Account, Credit } from './account.ts';
import { booksByLine } from './line-book.ts';
import { sourcesOf } from './sources-of.ts';

/** What was used of a component on a day. */
export interface DayUse {
  readonly accountId: string;
  readonly componentId: string;
  readonly day: string;
  readonly type: UsageType;
  readonly amount: bigint;
  /** The part of it that no credit covered. */
  readonly overage: bigint;
}

export interface ToAllot {
  readonly records: readonly UsageRecord[];
  readonly accounts: readonly Account[];
  /** Those first that end first. */
  readonly credits: readonly Credit[];
  readonly now: Date;
}

export interface Allotment {
  /** How much of each record was taken from somewhere, in their order. */
  readonly taken: readonly bigint[];
  /** What is used now of each credit that was drawn on. */
  readonly used: ReadonlyMap<string, bigint>;
  readonly days: readonly DayUse[];
}

/**
 * Takes each record, in the order given, from where it may be taken from. What finds nothing left is not taken, so that no credit is
 * ever used beyond what was granted.
 */
export async function allot({ records, accounts, credits, now }: ToAllot): Promise<Allotment> {
  const books = await booksByLine(accounts, credits);
  const used = new Map<string, bigint>();
  const days = new Map<string, DayUse>();
  const taken: bigint[] = [];
  await eachInPieces(records, (record) => {
    const book = books.get(record.lineId);
    const amount = BigInt(record.amount);
    let rest = amount;
    for (const source of book ? sourcesOf(record, book, now) : []) {
      const part = takeFrom(source.credit, rest, used);
      if (part > 0n) note(days, { ...source, type: record.type, day: civilDay(record.usedAt), amount: part, overage: source.overage ? part : 0n });
      rest -= part;
      if (rest === 0n) break;
    }
    taken.push(amount - rest);
  });
  return { taken, used, days: [...days.values()] };
}

/** Takes as much as there is of what is wanted; where there is no credit, there is as much as is wanted. */
function takeFrom(credit: Credit | undefined, wanted: bigint, used: Map<string, bigint>): bigint {
  if (!credit) return wanted;
  const before = used.get(credit.id) ?? credit.used;
  const left = credit.granted - before;
  const part = left < wanted ? left : wanted;
  if (part > 0n) used.set(credit.id, before + part);
  return part;
}

function note(days: Map<string, DayUse>, { accountId, componentId, day, type, amount, overage }: DayUse): void {
  const key = `${accountId} ${componentId} ${day}`;
  const before = days.get(key);
  days.set(key, { accountId, componentId, day, type, amount: amount + (before?.amount ?? 0n), overage: overage + (before?.overage ?? 0n) });
}
