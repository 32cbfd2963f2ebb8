import { TestRunner } from 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    /** How many cases a sample left out, by kind. */
    leftOut?: Readonly<Record<string, number>>;
  }
}

/**
 * `npm test` takes a sample of the generated cases, and `npm run test:all` takes all of them (CONTRIBUTING.md). A run
 * of named files takes all too.
 */
// biome-ignore lint/style/noProcessEnv: tests have no configuration, and only their run chooses the form.
const isShort = process.env['TEST_FORM'] === 'short';

/** A case of a table for each kind and, if that is fewer, `least` cases. */
export interface Spread<Case> {
  /** The kind of a case; each one is in the sample. By default all are of one kind. */
  readonly kindOf?: (one: Case) => unknown;
  readonly least?: number;
}

/**
 * Returns the cases that this run takes. A sample is always the same, has each kind, and takes the kinds' cases from
 * different places: the first of the first kind, the second of the second, and so on. So rules that depend on the place
 * in a kind are met too.
 */
export function sampleOf<Case>(
  cases: readonly Case[],
  { kindOf = () => '', least = 5 }: Spread<Case> = {},
): readonly Case[] {
  if (!isShort) return cases;
  const taken = takeSpread(cases, kindOf, least);
  noteLeftOut('cases of tables', cases.length - taken.length);
  return taken;
}

/** Exported for its test. */
export function takeSpread<Case>(
  cases: readonly Case[],
  kindOf: (one: Case) => unknown,
  least: number,
): readonly Case[] {
  const kinds = [...Map.groupBy(cases, kindOf).values()];
  const perKind = Math.ceil(least / Math.max(1, kinds.length));
  const taken = new Set(kinds.flatMap((ofKind, at) => spread(ofKind, perKind, at)));
  return cases.filter((one) => taken.has(one));
}

/** Takes `count` cases at equal distances, from the place `start` on. */
function spread<Case>(cases: readonly Case[], count: number, start: number): readonly Case[] {
  const step = Math.max(1, Math.floor(cases.length / count));
  return Array.from(
    { length: Math.min(count, cases.length) },
    (_, at) => cases[(start + at * step) % cases.length] as Case,
  );
}

/**
 * Returns how many random inputs a property gets, or how often a race is run: all of them, or a tenth, but not fewer
 * than `least`.
 */
export function runsOf(count: number, least = 1): number {
  if (!isShort) return count;
  const taken = Math.min(count, Math.max(least, Math.ceil(count / 10)));
  noteLeftOut('random inputs and repeated races', count - taken);
  return taken;
}

/** The reporter of the run adds up the cases that are left out (`scripts/checks/run-package-tests.ts`). */
function noteLeftOut(kind: string, count: number): void {
  const { suite, file } = TestRunner.getCurrentSuite();
  const meta = (TestRunner.getCurrentTest() ?? suite ?? file)?.meta;
  if (count > 0 && meta) meta.leftOut = { ...meta.leftOut, [kind]: (meta.leftOut?.[kind] ?? 0) + count };
}
