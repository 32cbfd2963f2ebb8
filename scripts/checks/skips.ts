import type { Skip } from './count-tests.ts';

/**
 * What may be skipped with CI=true, with the reason. Any other skip is an error there, so that no test disappears
 * silently.
 */
export const allowedOnCi: Readonly<Record<string, string>> = {
  image: 'The check needs root, network namespaces and packages of Debian, which a container of a CI often lacks.',
};

/** The skips that fail this run. */
export function findForbiddenSkips(
  skips: readonly Skip[],
  isCi: boolean,
  allowed: Readonly<Record<string, string>> = allowedOnCi,
): readonly Skip[] {
  return isCi ? skips.filter(({ need }) => !(need in allowed)) : [];
}

/** How many are skipped: each test, and each check that is not possible. */
export const countSkipped = (skips: readonly Skip[]): number => skips.reduce((sum, { tests = 1 }) => sum + tests, 0);

/** A line for each reason, which has a remedy. */
export function describeSkips(skips: readonly Skip[]): readonly string[] {
  return skips.map(
    ({ need, reason, tests }) => `${tests === undefined ? need : tests === 1 ? '1 test' : `${tests} tests`}: ${reason}`,
  );
}
