/** A value and how long it is valid; `Infinity` means for ever. */
interface CacheEntry<Value> {
  readonly value: Value;
  readonly ttlMs: number;
}

/**
 * The value for a key: cached, or the result of `ask`, which is called once for all concurrent callers. Undefined is
 * not cached.
 */
export type Cache<Value> = (
  key: string,
  load: () => Promise<CacheEntry<Value> | undefined>,
) => Promise<Value | undefined>;

/** Caches values for their time, up to a maximum number: the oldest one is removed first. */
export function createCache<Value>({
  maxSize = 10_000,
  nowMs = Date.now,
}: {
  readonly maxSize?: number;
  readonly nowMs?: () => number;
} = {}): Cache<Value> {
  const entries = new Map<string, { readonly value: Value; readonly expiresAtMs: number }>();
  const pending = new Map<string, Promise<Value | undefined>>();

  function store(key: string, { value, ttlMs }: CacheEntry<Value>): Value {
    entries.delete(key);
    for (const oldest of entries.keys()) {
      if (entries.size < maxSize) break;
      entries.delete(oldest);
    }
    entries.set(key, { value, expiresAtMs: nowMs() + ttlMs });
    return value;
  }

  async function loadAndStore(
    key: string,
    load: () => Promise<CacheEntry<Value> | undefined>,
  ): Promise<Value | undefined> {
    try {
      const fresh = await load();
      return fresh && store(key, fresh);
    } finally {
      pending.delete(key);
    }
  }

  return async (key, load) => {
    const cached = entries.get(key);
    if (cached && cached.expiresAtMs > nowMs()) return cached.value;
    const loading = pending.get(key) ?? loadAndStore(key, load);
    pending.set(key, loading);
    return loading;
  };
}
