/** A threshold of a benchmark, and whether the figures meet it. */
export interface Threshold {
  readonly description: string;
  readonly measured: string;
  readonly isMet: boolean;
}

/** A line for each: what was measured, and whether it is enough. */
export const describeThresholds = (thresholds: readonly Threshold[]): string =>
  thresholds
    .map(({ description, measured, isMet }) => `${description}: ${measured} (${isMet ? 'met' : 'missed'})`)
    .join('\n');
