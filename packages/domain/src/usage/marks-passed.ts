import type { EventType } from '@linework/schemas/events';
import { type Credit, isAlive } from './account.ts';

/** Shares of what was granted, in percent, that are told when they are reached. */
const marks = [
  { percent: 50, event: 'usage.half-used' },
  { percent: 80, event: 'usage.mostly-used' },
  { percent: 100, event: 'usage.used-up' },
] as const satisfies readonly { readonly percent: number; readonly event: EventType }[];

export interface MarkPassed {
  readonly accountId: string;
  readonly componentId: string;
  readonly type: Credit['type'];
  readonly percent: number;
  readonly event: EventType;
}

/**
 * The marks that a component passes when its credits are used as `used` says, of what it has been granted that is alive now. Nobody
 * else changes the credits meanwhile, so that each mark is passed once, unless more is granted in between.
 */
export function marksPassed(credits: readonly Credit[], used: ReadonlyMap<string, bigint>, now: Date): readonly MarkPassed[] {
  const alive = Map.groupBy(
    credits.filter((credit) => isAlive(credit, now)),
    ({ accountId, componentId }) => `${accountId} ${componentId}`,
  );
  return [...alive.values()].flatMap((together) => {
    const [first] = together;
    if (!first || !together.some(({ id }) => used.has(id))) return [];
    const granted = sum(together.map((credit) => credit.granted));
    const before = sum(together.map((credit) => credit.used));
    const after = sum(together.map((credit) => used.get(credit.id) ?? credit.used));
    const { accountId, componentId, type } = first;
    const passed = marks.filter(({ percent }) => isBelow(before, percent, granted) && !isBelow(after, percent, granted));
    return passed.map((mark) => ({ accountId, componentId, type, ...mark }));
  });
}

const isBelow = (amount: bigint, percent: number, granted: bigint) => amount * 100n < BigInt(percent) * granted;
const sum = (amounts: readonly bigint[]) => amounts.reduce((total, amount) => total + amount, 0n);
