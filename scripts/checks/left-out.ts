import { kindOfLongTest } from '@linework/testing/run/time-limits';
import { findTestFiles } from '../unit-tests.ts';
import { type Check, checks } from './all.ts';
import type { Count } from './count-tests.ts';

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
