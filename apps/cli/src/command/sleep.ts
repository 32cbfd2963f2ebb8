import { setTimeout as wait } from 'node:timers/promises';

/** Waits, and rejects as soon as the signal is aborted. */
export const sleep = (ms: number, signal?: AbortSignal): Promise<void> => wait(ms, undefined, signal ? { signal } : {});
