import { describe, expect, it } from 'vitest';
import { createNotificationLimit } from '../../src/limits/notification-limit.ts';

/** What notifications about one order get at these times. */
function notifyAt(...times: readonly number[]) {
  let now = 0;
  const limitNotifications = createNotificationLimit(() => now);
  return times.map((time) => {
    now = time;
    return limitNotifications('order');
  });
}

describe('notifications about one order', () => {
  it('wake it at once if they are a second apart', () => {
    expect(notifyAt(0, 1_000, 2_500)).toEqual([0, 0, 0]);
  });

  it('wake it once more at the end of the second, however many there are', () => {
    expect(notifyAt(0, 300, 301, 999)).toEqual([0, 700, undefined, undefined]);
  });

  it('wake it at most once a second when they do not stop', () => {
    const times = Array.from({ length: 100 }, (_, index) => index * 50);
    const wakeUps = notifyAt(...times).flatMap((delay, index) =>
      delay === undefined ? [] : [(times[index] ?? 0) + delay],
    );
    expect(wakeUps).toEqual([0, 1_000, 2_000, 3_000, 4_000, 5_000]);
  });

  it('do not delay those about another one', () => {
    const limitNotifications = createNotificationLimit(() => 0);
    expect([limitNotifications('one'), limitNotifications('other')]).toEqual([0, 0]);
  });
});
