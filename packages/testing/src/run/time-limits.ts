const minuteMs = 60_000;

/**
 * A test waits for a state, and says which one did not come. So what it waits for has a limit a little below its own.
 */
const shareOfWaiting = 0.9;

export const waitLimitOf = (limitMs: number): number => shareOfWaiting * limitMs;

/** Most tests take less than a tenth of a second on an idle machine. */
const generalLimitMs = 2 * minuteMs;

/** For every test and every hook that does not say more. */
export const generalLimits = {
  testTimeout: generalLimitMs,
  hookTimeout: generalLimitMs,
  expect: { poll: { timeout: waitLimitOf(generalLimitMs) } },
} as const;

/**
 * The reasons why a test may take longer, with the limit in minutes: a machine is three to ten times slower than an
 * idle one, or more while others use it. The first five are the kinds of tests that only `npm run test:all` runs. A
 * file `<name>.<kind>.test.ts` is of that kind (CONTRIBUTING.md).
 */
const minutesFor = {
  /** Chromium starts, and draws each page at several sizes. */
  browser: 30,
  /** Programs and servers end or hang, and others continue after a lease of seconds. */
  crash: 30,
  /** A database of an earlier version is filled and migrated. */
  upgrade: 30,
  /** A table is filled with up to 250,000 rows. */
  volume: 30,
  /** Several programs start, each of which loads two thousand modules, and work together. */
  system: 30,
  /** Hundreds of random inputs or races, each of several statements. */
  'many-cases': 20,
  /** It starts a program or a tool, draws documents of many pages, or waits for a time-out of its own. */
  'much-work': 10,
} as const;

export type LongReason = keyof typeof minutesFor;

export const longLimitMs = (reason: LongReason): number => minutesFor[reason] * minuteMs;

export const longKinds = ['browser', 'crash', 'upgrade', 'volume', 'system'] as const satisfies readonly LongReason[];

type LongKind = (typeof longKinds)[number];

/** The kind of a test file that only `npm run test:all` runs; undefined for the others. */
export const kindOfLongTest = (path: string): LongKind | undefined =>
  longKinds.find((kind) => path.endsWith(`.${kind}.test.ts`));
