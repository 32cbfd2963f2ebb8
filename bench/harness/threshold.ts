/** What a benchmark holds its figures against. */
export interface Threshold {
  readonly description: string;
  readonly measured: string;
  readonly isMet: boolean;
}
