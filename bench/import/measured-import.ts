/** The figures of one import method in one round. */
export interface MeasuredImport {
  readonly rowsPerSecond: number;
  /** The CPU time of all processes for a thousand rows. */
  readonly cpuMsPerThousand: number;
  /** The peak memory of the process that receives the file; absent if there is no such process. */
  readonly peakMib?: number;
}

/** A method to import rows into the inventory, on separate servers that start empty. */
export type ImportMethod = (rows: number) => Promise<MeasuredImport>;
