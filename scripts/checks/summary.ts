import { kindOfLongTest } from '@linework/testing/run/time-limits';
import { findTestFiles } from '../unit-tests.ts';
import { type Check, checks } from './all.ts';
import type { Count, Skip } from './count-tests.ts';

const [causeLines, causeWidth] = [2, 160] as const;

/**
 * All failures of a check once more, a line each, for a reader who has only the end of the output. The first one of
 * each file has its cause too: those after it are often its consequences.
 */
export function describeFailures(check: string, failures: readonly string[]): readonly string[] {
  const seen = new Set<string>();
  return failures.flatMap((failure) => {
    const [title = '', ...lines] = failure.split('\n');
    const file = title.split(/[: ]/, 1)[0] ?? '';
    if (seen.has(file)) return [`${check}: ${title}`];
    seen.add(file);
    return [`${check}: ${title}`, ...findCause(lines).map((line) => `    ${line.slice(0, causeWidth)}`)];
  });
}

/**
 * The first line of an error says what failed; the last one says what was waited for, or what a program wrote at its
 * end.
 */
function findCause(lines: readonly string[]): readonly string[] {
  const texts = lines.map((line) => line.trim()).filter((line) => line !== '');
  return texts.length <= causeLines ? texts : [texts[0] ?? '', texts.at(-1) ?? ''];
}

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

/** What the short form of the tests leaves out: a line for the checks, the files and the cases, by kind. */
export function describeLeftOut(chosen: readonly Check[], counts: readonly Count[]): readonly string[] {
  const others = checks.filter((check) => !chosen.includes(check)).map(({ name }) => name);
  const kinds = Map.groupBy(
    findTestFiles().flatMap((path) => kindOfLongTest(path) ?? []),
    (kind) => kind,
  );
  const cases = counts
    .flatMap(({ leftOut = {} }) => Object.entries(leftOut))
    .map(([kind, count]) => `${count} ${kind}`);
  return [
    ...(others.length > 0 ? [`${others.length} checks (${others.join(', ')})`] : []),
    ...(kinds.size > 0
      ? [`${sizeOf(kinds)} test files (${[...kinds].map(([kind, all]) => `${all.length} ${kind}`).join(', ')})`]
      : []),
    ...cases,
  ];
}

const sizeOf = (kinds: ReadonlyMap<string, readonly string[]>): number =>
  [...kinds.values()].reduce((sum, all) => sum + all.length, 0);
