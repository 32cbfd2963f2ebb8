/** What a file of `bench/results` says about its measurement. */
export interface Measurement {
  readonly benchmark: string;
  readonly measuredAt: string;
  readonly commit: string;
  readonly version: string;
}

/** The sentence that a page has beside the figures of a benchmark. */
const sentenceOf = ({ benchmark, measuredAt, commit }: Measurement): string =>
  `\`${benchmark}\`: measured on ${measuredAt.slice(0, 10)} at ${commit}.`;

/**
 * Returns one line for each benchmark whose figures stand on the page without their date and commit, or with another's.
 */
export function findUndatedFigures(
  page: string,
  text: string,
  measurements: readonly Measurement[],
): readonly string[] {
  const onOneLine = text.replace(/\s+/g, ' ');
  return measurements
    .filter((one) => !onOneLine.includes(sentenceOf(one)))
    .map((one) => `${page} does not say: ${sentenceOf(one)}`);
}

/**
 * Returns one line for each benchmark that was measured with an earlier version than the given one. `1.1.0-dev` becomes
 * 1.1.0.
 */
export function findOldFigures(version: string, measurements: readonly Measurement[]): readonly string[] {
  const release = (one: string) => one.replace(/-.*$/, '');
  return measurements
    .filter((one) => release(one.version) !== release(version))
    .map(
      (one) =>
        `${one.benchmark} was measured with ${one.version}, and this is ${version}: npm run bench -- ${one.benchmark}`,
    );
}

/**
 * Returns one line for each figure that a page does not have as it was measured. `figures` maps a row of the page's
 * table to its value.
 */
export function findOtherFigures(
  page: string,
  text: string,
  figures: Readonly<Record<string, string>>,
): readonly string[] {
  return Object.entries(figures)
    .filter(([row, value]) => !text.includes(`| ${row} | ${value} |`))
    .map(([row, value]) => `${page} does not have the row: | ${row} | ${value} |`);
}
