import { describe, expect, it } from 'vitest';
import { getCancellationDeadline } from '../src/get-cancellation-deadline.ts';

describe('the deadline of a cancellation', () => {
  it.each([
    ['in the middle of a month', '2026-11-21T12:41:37Z', 'SP', '2026-12-06T03:00:00.000Z'],
    ['in the last second of a month there', '2026-12-01T02:59:59Z', 'SP', '2026-12-06T03:00:00.000Z'],
    ['in the first second of a month there', '2026-12-01T03:00:00Z', 'SP', '2027-01-06T03:00:00.000Z'],
    ['farther west, where it is still the month before', '2026-12-01T04:59:59Z', 'AC', '2026-12-06T05:00:00.000Z'],
    ['in a February of 29 days', '2028-02-29T12:00:00Z', 'SP', '2028-03-06T03:00:00.000Z'],
    ['in December', '2026-12-31T12:00:00Z', 'AM', '2027-01-06T04:00:00.000Z'],
  ] as const)(
    'is 120 hours after the month, for a receipt that was authorised %s',
    (_, authorisedAt, state, deadline) => {
      expect(getCancellationDeadline(new Date(authorisedAt), state).toISOString()).toBe(deadline);
    },
  );
});
