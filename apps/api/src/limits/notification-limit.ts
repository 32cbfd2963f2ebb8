const everyMs = 1_000;

/**
 * Returns in how many milliseconds a notification about this id may wake an order; undefined if a wake-up is already on
 * its way.
 */
export type NotificationLimit = (id: string) => number | undefined;

/**
 * Allows one wake-up a second for each order or line: each is a statement, a job and a call of the network. A
 * notification within the second is not lost, because it may be about the next call of the order: one more wake-up is
 * delayed to the end of the second. Each API process counts separately.
 */
export function createNotificationLimit(nowMs: () => number = () => performance.now()): NotificationLimit {
  /** The times of the last wake-ups, which may be in the future, in the order in which they were set. */
  const last = new Map<string, number>();
  return (id) => {
    const now = nowMs();
    for (const [old, at] of last) {
      if (now < at + everyMs) break;
      last.delete(old);
    }
    const before = last.get(id);
    if (before !== undefined && before > now) return undefined;
    const at = before === undefined ? now : Math.max(now, before + everyMs);
    last.delete(id);
    last.set(id, at);
    return at - now;
  };
}
