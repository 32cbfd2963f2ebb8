/** One way of doing the work that a benchmark compares. A file of its own exports it as `contender`. */
export interface Contender {
  readonly name: string;
  /** What is durable after one unit of work, so that a reader can judge whether like is compared with like. */
  readonly records: string;
  /** Starts everything that the contender needs, fresh and empty, and answers when it is ready to be measured. */
  start(environment: Environment): Promise<Running>;
}

export interface Environment {
  /** An empty folder on a real disk, the contender's own for this round. */
  readonly folder: string;
}

export interface Running {
  /** Does one unit of work and resolves when it is durably done. */
  place(): Promise<void>;
  /** How many units are durably done, by the contender's own store. */
  countCompleted(): Promise<number>;
  /** The servers behind it, whose CPU time counts together with that of the measuring process itself. */
  readonly serverProcessIds: readonly number[];
  /** How many transactions have written to its database; absent where it has no database. */
  countCommits?(): Promise<number>;
  /** What exactly was measured: name and version of library and servers. */
  readonly versions: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}
