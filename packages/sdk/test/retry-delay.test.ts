import { describe, expect, it } from 'vitest';
import { readRetryAfter } from '../src/transport/retry-after.ts';
import { retryDelay } from '../src/transport/retry-delay.ts';

const asked = (seconds: string) => new Headers({ 'Retry-After': seconds });
const failure = { status: 503, isRepeatable: true };

describe('the pause before the next try', () => {
  it('doubles with each try up to 8 seconds', () => {
    const pauses = [1, 2, 3, 4, 5, 6, 7].map((attempt) => retryDelay({ ...failure, attempt }, 1));
    expect(pauses).toEqual([500, 1_000, 2_000, 4_000, 8_000, 8_000, 8_000]);
  });

  it('is random between its half and its whole', () => {
    expect(retryDelay({ ...failure, attempt: 1 }, 0)).toBe(250);
  });

  it('is at least what the server asks for', () => {
    expect(retryDelay({ ...failure, attempt: 1, headers: asked('7') }, 0)).toBe(7_000);
  });

  it('does not exist if the server asks for more than a minute', () => {
    expect(retryDelay({ ...failure, attempt: 1, headers: asked('61') })).toBeUndefined();
  });
});

describe('Retry-After', () => {
  const now = Date.parse('2026-11-24T12:00:00Z');

  it.each([
    ['3', 3_000],
    ['0', 0],
    ['Tue, 24 Nov 2026 12:00:10 GMT', 10_000],
    ['Tue, 24 Nov 2026 11:00:00 GMT', 0],
    [' 3 ', 3_000],
    ['soon', undefined],
    ['1e3', undefined],
    ['0x10', undefined],
    ['-5', undefined],
    ['', undefined],
    [null, undefined],
  ])('%s is read as %s ms', (text, expected) => {
    expect(readRetryAfter(text, now)).toBe(expected);
  });
});
