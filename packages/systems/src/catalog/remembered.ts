/** An answer and for how long it may be given again; `Infinity` is for good. */
export interface Fresh<Value> {
  readonly value: Value;
  readonly keepMs: number;
}

/** The value under a key: a remembered one, or what `ask` answers, which is asked once however many wait for it. Undefined is not remembered. */
export type Remembered<Value> = (key: string, ask: () => Promise<Fresh<Value> | undefined>) => Promise<Value | undefined>;

/** Remembers values for their time, at most so many: the oldest one makes room. */
export function remembered<Value>({ most = 10_000, nowMs = Date.now }: { readonly most?: number; readonly nowMs?: () => number } = {}): Remembered<Value> {
  const kept = new Map<string, { readonly value: Value; readonly untilMs: number }>();
  const underWay = new Map<string, Promise<Value | undefined>>();

  function keep(key: string, { value, keepMs }: Fresh<Value>): Value {
    kept.delete(key);
    for (const oldest of kept.keys()) {
      if (kept.size < most) break;
      kept.delete(oldest);
    }
    kept.set(key, { value, untilMs: nowMs() + keepMs });
    return value;
  }

  async function askAndKeep(key: string, ask: () => Promise<Fresh<Value> | undefined>): Promise<Value | undefined> {
    try {
      const fresh = await ask();
      return fresh && keep(key, fresh);
    } finally {
      underWay.delete(key);
    }
  }

  return async (key, ask) => {
    const known = kept.get(key);
    if (known && known.untilMs > nowMs()) return known.value;
    const asked = underWay.get(key) ?? askAndKeep(key, ask);
    underWay.set(key, asked);
    return asked;
  };
}
