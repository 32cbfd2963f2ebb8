/** One way of doing the work that a benchmark compares. A file of its own exports it as `contender`. */
export interface Contender {
  readonly name: string;
  /** What is durable after one unit of work, so that a reader can judge whether like is compared with like. */
  readonly records: string;
  /**
   * Starts everything that the contender needs, fresh and empty, and answers when it is ready to be measured. Servers are
   * children of this process, whose CPU time counts with theirs.
   */
  start(): Promise<Running>;
}

export interface Running {
  /** Does one unit of work and resolves when it is durably done. */
  place(): Promise<void>;
  /** How many units are durably done, by the contender's own store. */
  countCompleted(): Promise<number>;
  /** Brings its store to where some use would have brought it: called after the warm-up. */
  settle?(): Promise<void>;
  /** How many transactions have written to its database; absent where it has no database. */
  countCommits?(): Promise<number>;
  /** What exactly was measured: name and version of library and servers. */
  readonly versions: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}
