/** What a benchmark holds its figures against. */
export interface Bar {
  readonly says: string;
  readonly measured: string;
  readonly met: boolean;
}
