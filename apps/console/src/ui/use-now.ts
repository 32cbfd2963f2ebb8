import { useSyncExternalStore } from 'react';

// One clock for the whole page, so that times that belong together change together.
const everyMs = 10_000;
const listeners = new Set<() => void>();
let now = Date.now();

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) timer = setInterval(tick, everyMs);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) clearInterval(timer);
  };
}

let timer: ReturnType<typeof setInterval> | undefined;

function tick(): void {
  now = Date.now();
  for (const listener of listeners) listener();
}

/** The time, which changes every ten seconds. */
export const useNow = (): number => useSyncExternalStore(subscribe, () => now);
