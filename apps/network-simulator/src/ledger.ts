import type { Effect } from './effect.ts';

export interface LedgerQuery {
  readonly imsi?: string | undefined;
  readonly key?: string | undefined;
  /** Only effects with a higher `seq`. */
  readonly after: number;
  readonly limit: number;
}

export interface LedgerPage {
  readonly items: readonly Effect[];
  /** The `after` of the next page; absent on the last one. */
  readonly next?: number;
}

/** Everything that ever took effect, in its order; at most one effect for each key. */
export interface Ledger {
  nextSeq(): number;
  add(effect: Effect): void;
  effectOf(key: string): Effect | undefined;
  /** True when an undo came before the call with this key had any effect: that call must never act any more. */
  isVoided(key: string): boolean;
  page(query: LedgerQuery): LedgerPage;
}

export function createLedger(): Ledger {
  const effects: Effect[] = [];
  const byKey = new Map<string, Effect>();
  const voided = new Set<string>();
  return {
    nextSeq: () => effects.length + 1,
    add(effect) {
      for (const key of effect.undoes ?? []) if (!byKey.has(key)) voided.add(key);
      effects.push(effect);
      byKey.set(effect.key, effect);
    },
    effectOf: (key) => byKey.get(key),
    isVoided: (key) => voided.has(key),
    page(query) {
      const items = matching(effects, query, query.limit + 1);
      if (items.length <= query.limit) return { items };
      const page = items.slice(0, query.limit);
      return { items: page, next: page.at(-1)?.seq ?? query.after };
    },
  };
}

function matching(effects: readonly Effect[], query: LedgerQuery, most: number): Effect[] {
  const found: Effect[] = [];
  // Effect n stands at n - 1, so `after` is also the place to begin.
  for (let at = query.after; at < effects.length && found.length < most; at += 1) {
    const effect = effects[at];
    if (effect && concerns(effect, query)) found.push(effect);
  }
  return found;
}

function concerns(effect: Effect, { imsi, key }: LedgerQuery): boolean {
  const imsis = [effect.imsi, effect.before?.imsi, effect.after?.imsi];
  return (key === undefined || effect.key === key) && (imsi === undefined || imsis.includes(imsi));
}
