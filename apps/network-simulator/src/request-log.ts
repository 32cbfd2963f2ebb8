import type { Effect } from './effect.ts';

interface RequestLogQuery {
  readonly imsi?: string | undefined;
  readonly key?: string | undefined;
  /** Only effects with a higher `seq`. */
  readonly after: number;
  readonly limit: number;
}

interface RequestLogPage {
  readonly items: readonly Effect[];
  /** The `after` of the next page; absent on the last one. */
  readonly next?: number;
}

/** All effects in their order; at most one effect for each key. */
export interface RequestLog {
  nextSeq(): number;
  add(effect: Effect): void;
  findEffect(key: string): Effect | undefined;
  /** True when an undo arrived before the call with this key had any effect: that call must never execute. */
  isVoided(key: string): boolean;
  page(query: RequestLogQuery): RequestLogPage;
}

export function createRequestLog(): RequestLog {
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
    findEffect: (key) => byKey.get(key),
    isVoided: (key) => voided.has(key),
    page(query) {
      const items = findMatching(effects, query, query.limit + 1);
      if (items.length <= query.limit) return { items };
      const page = items.slice(0, query.limit);
      return { items: page, next: page.at(-1)?.seq ?? query.after };
    },
  };
}

function findMatching(effects: readonly Effect[], query: RequestLogQuery, limit: number): Effect[] {
  const found: Effect[] = [];
  // Effect n is at index n - 1, so `after` is also the start index.
  for (let at = query.after; at < effects.length && found.length < limit; at += 1) {
    const effect = effects[at];
    if (effect && matchesQuery(effect, query)) found.push(effect);
  }
  return found;
}

function matchesQuery(effect: Effect, { imsi, key }: RequestLogQuery): boolean {
  const imsis = [effect.imsi, effect.before?.imsi, effect.after?.imsi];
  return (key === undefined || effect.key === key) && (imsi === undefined || imsis.includes(imsi));
}
