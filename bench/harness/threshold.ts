/** A threshold of a benchmark, and whether the figures meet it. */
export interface Threshold {
  readonly description: string;
  readonly measured: string;
  readonly isMet: boolean;
}
