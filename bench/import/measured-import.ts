/** What one way to bring rows into the inventory came to in one round. */
export interface MeasuredImport {
  readonly rowsPerSecond: number;
  /** Of every process at work, for a thousand rows. */
  readonly cpuMsPerThousand: number;
  /** The most memory that the process which takes the file ever had, as the system counts it; for those that are such a process. */
  readonly peakMib?: number;
}

/** A way to bring rows into the inventory, on servers of its own that start empty. */
export type ImportMethod = (rows: number) => Promise<MeasuredImport>;
