import { forEachInChunks } from '@linework/batching/for-each-in-chunks';
import { toCivilDay } from '@linework/billing/civil-day';
import type { UsageType } from '@linework/schemas/catalog/product';
import type { LineUsage } from '@linework/schemas/usage/usage-record';
import { type Account, type Credit, isCreditActive, isInAnySpan } from './account.ts';

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

/** A source for a part of a record: a credit, or an unlimited source if there is no credit. */
interface Source {
  readonly accountId: string;
  readonly componentId: string;
  readonly credit?: Credit;
  readonly overage?: true;
}

/**
 * Yields the sources of a record in this order: an unlimited component; credits by expiry; overage of the first product
 * that allows it. The credits are those active at the time of use. If there were none, the credits active now are used,
 * because no credits exist for a past cycle in which nothing was read. They are used only if the line had their product
 * at the time of use.
 */
function* findSources({ type, usedAt, productId }: LineUsage, balances: LineBalances, now: Date): Generator<Source> {
  const accounts =
    productId === undefined
      ? balances.accounts
      : balances.accounts.filter((account) => account.productId === productId);
  const held = accounts.filter((account) => isInAnySpan(account.held, usedAt));
  const unlimited = findFirstSource(held, type, true);
  if (unlimited) yield unlimited;
  const credits = (balances.credits.get(type) ?? []).filter(({ accountId }) =>
    accounts.some(({ id }) => id === accountId),
  );
  const activeThen = credits.filter((credit) => isCreditActive(credit, usedAt));
  const activeNow = credits.filter(
    (credit) => isCreditActive(credit, now) && held.some(({ id }) => id === credit.accountId),
  );
  for (const credit of activeThen.length > 0 ? activeThen : activeNow) {
    yield { accountId: credit.accountId, componentId: credit.componentId, credit };
  }
  const overageSource = findFirstSource(
    held.filter(({ allowsOverage }) => allowsOverage),
    type,
    false,
  );
  if (overageSource) yield { ...overageSource, overage: true };
}

function findFirstSource(accounts: readonly Account[], type: UsageType, unlimited: boolean): Source | undefined {
  for (const { id: accountId, components } of accounts) {
    const component = components.find((component) => component.type === type && component.unlimited === unlimited);
    if (component) return { accountId, componentId: component.id };
  }
  return undefined;
}

/** The accounts and credits that usage of a line can draw on. */
interface LineBalances {
  /** In the order in which their products were added. */
  readonly accounts: readonly Account[];
  /** Credits of all its accounts, sorted by expiry, the earliest first. */
  readonly credits: ReadonlyMap<UsageType, readonly Credit[]>;
}

/** Groups accounts and credits by line and keeps their order. */
async function groupBalancesByLine(
  accounts: readonly Account[],
  credits: readonly Credit[],
): Promise<ReadonlyMap<string, LineBalances>> {
  const balancesByLine = new Map<string, { accounts: Account[]; credits: Map<UsageType, Credit[]> }>();
  const lineByAccount = new Map<string, string>();
  await forEachInChunks(accounts, (account) => {
    lineByAccount.set(account.id, account.lineId);
    const balances = balancesByLine.get(account.lineId);
    if (balances) balances.accounts.push(account);
    else balancesByLine.set(account.lineId, { accounts: [account], credits: new Map() });
  });
  await forEachInChunks(credits, (credit) => {
    const balances = balancesByLine.get(lineByAccount.get(credit.accountId) ?? '')?.credits;
    const ofType = balances?.get(credit.type);
    if (ofType) ofType.push(credit);
    else balances?.set(credit.type, [credit]);
  });
  return balancesByLine;
}
