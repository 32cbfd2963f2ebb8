/** One way to do the work of a benchmark. A separate file exports it as `contender`. */
export interface Contender {
  readonly name: string;
  /** What is durable after one unit of work, so that a reader can judge whether the contenders do the same work. */
  readonly records: string;
  /**
   * Starts everything that the contender needs, empty, and resolves when it is ready to be measured. Servers are
   * children of this process, so that their CPU time is counted too.
   */
  start(): Promise<Running>;
}

export interface Running {
  /** Does one unit of work and resolves when it is durably done. */
  place(): Promise<void>;
  /** Counts the durably completed units in the contender's own store. */
  countCompleted(): Promise<number>;
  /** Brings the store into the state that it has after some use. Called after the warm-up. */
  settle?(): Promise<void>;
  /** Counts the transactions that have written to its database; absent if it has none. */
  countCommits?(): Promise<number>;
  /** The names and versions of the library and of the servers. */
  readonly versions: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}
