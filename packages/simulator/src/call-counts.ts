/** Counts the calls that arrived, whatever their result; the request log counts effects. */
export interface CallCounts {
  add(key: string): void;
  get(key: string): number;
  total(): { readonly calls: number; readonly keys: number };
}

export function createCallCounts(): CallCounts {
  const counts = new Map<string, number>();
  let calls = 0;
  return {
    add(key) {
      calls += 1;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    },
    get: (key) => counts.get(key) ?? 0,
    total: () => ({ calls, keys: counts.size }),
  };
}
