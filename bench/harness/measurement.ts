/** The parameters of one turn of a contender. */
export interface Turn {
  readonly contenderFile: string;
  readonly concurrencies: readonly number[];
  readonly seconds: number;
}

/** One contender at one concurrency in one round. */
export interface Measurement {
  readonly clients: number;
  readonly count: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly cpuMsPerUnit: number;
  readonly commitsPerUnit?: number;
}

export interface TurnResult {
  readonly measurements: readonly Measurement[];
  readonly versions: Readonly<Record<string, string>>;
}
