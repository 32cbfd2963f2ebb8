/** A figure over the time of a soak. */
export interface Curve {
  readonly name: string;
  readonly values: readonly number[];
  /** A change below this is noise: a garbage collection, a page of a table. */
  readonly noise: number;
}

export type Verdict = 'flat' | 'grows';

/** A figure grows if the median of its last third is this much above the median of the third before. */
const allowedGrowth = 0.1;

/**
 * The first third is the start: caches fill, the machine code of V8 is made. A figure that still grows afterwards grows
 * for ever, or so slowly that the next soak has to be longer.
 */
export function judge({ values, noise }: Curve): Verdict {
  const third = Math.floor(values.length / 3);
  const [middle, last] = [values.slice(third, -third), values.slice(-third)].map(median) as [number, number];
  return last - middle > Math.max(noise, allowedGrowth * middle) ? 'grows' : 'flat';
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** A table of Markdown: a row for each tenth of the time, and one with the verdicts. */
export function printCurves(minutes: readonly number[], curves: readonly Curve[]): string {
  const step = Math.max(1, Math.floor(minutes.length / 10));
  const shown = minutes.map((_, at) => at).filter((at) => at % step === 0 || at === minutes.length - 1);
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
  return [
    line(['minute', ...curves.map(({ name }) => name)]),
    `|--:|${curves.map(() => '--:|').join('')}`,
    ...shown.map((at) => line([format(minutes[at]), ...curves.map(({ values }) => format(values[at]))])),
    line(['verdict', ...curves.map(judge)]),
  ].join('\n');
}

const format = (value = 0): string => String(Number(value.toPrecision(4)));
