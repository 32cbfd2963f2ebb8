/** Why a try ended early: its time was over, or the caller's signal was aborted. */
export interface Deadline {
  readonly signal: AbortSignal;
  readonly isOver: () => boolean;
}

const longestTimerMs = 2 ** 31 - 1;

/**
 * Runs a try with a signal that ends it after `timeoutMs` or with the caller's signal. The listener is removed
 * afterwards: `AbortSignal.any` keeps one for each try as long as the caller's signal lives.
 */
export async function withDeadline<Result>(
  timeoutMs: number,
  signal: AbortSignal | undefined,
  run: (deadline: Deadline) => Promise<Result>,
): Promise<Result> {
  signal?.throwIfAborted();
  const controller = new AbortController();
  let over = false;
  const end = () => {
    over = true;
    controller.abort();
  };
  // A longer time would become a millisecond.
  const timer = timeoutMs > longestTimerMs ? undefined : setTimeout(end, timeoutMs);
  const stop = () => controller.abort(signal?.reason);
  signal?.addEventListener('abort', stop, { once: true });
  try {
    return await run({ signal: controller.signal, isOver: () => over });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
  }
}
