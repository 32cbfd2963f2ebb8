import { type EventType, eventType } from '@linework/schemas/events';
import { type Credit, isCreditActive } from './account.ts';

/** Percentages of the granted amount that emit an event when they are reached. */
const thresholds = [
  { percent: 50, event: eventType('usage.threshold_reached') },
  { percent: 80, event: eventType('usage.threshold_reached') },
  { percent: 100, event: eventType('usage.exhausted') },
] as const satisfies readonly { readonly percent: number; readonly event: EventType }[];

export interface CrossedThreshold {
  readonly accountId: string;
  readonly componentId: string;
  readonly type: Credit['type'];
  readonly percent: number;
  readonly event: EventType;
}

/**
 * Finds the thresholds that a component crosses, counting its active credits only. The credits are locked, so that each
 * threshold is crossed once, unless more is granted in between.
 */
export function findCrossedThresholds(
  credits: readonly Credit[],
  used: ReadonlyMap<string, bigint>,
  now: Date,
): readonly CrossedThreshold[] {
  const activeCredits = Map.groupBy(
    credits.filter((credit) => isCreditActive(credit, now)),
    ({ accountId, componentId }) => `${accountId} ${componentId}`,
  );
  return [...activeCredits.values()].flatMap((componentCredits) => {
    const [first] = componentCredits;
    if (!first || !componentCredits.some(({ id }) => used.has(id))) return [];
    const granted = sum(componentCredits.map((credit) => credit.granted));
    const before = sum(componentCredits.map((credit) => credit.used));
    const after = sum(componentCredits.map((credit) => used.get(credit.id) ?? credit.used));
    const { accountId, componentId, type } = first;
    const crossed = thresholds.filter(
      ({ percent }) => isBelow(before, percent, granted) && !isBelow(after, percent, granted),
    );
    return crossed.map((threshold) => ({ accountId, componentId, type, ...threshold }));
  });
}

const isBelow = (amount: bigint, percent: number, granted: bigint) => amount * 100n < BigInt(percent) * granted;
const sum = (amounts: readonly bigint[]) => amounts.reduce((total, amount) => total + amount, 0n);
