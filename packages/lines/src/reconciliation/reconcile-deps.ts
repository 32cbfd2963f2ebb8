import type { Db } from '@linework/db/db';
import type { Log } from '@linework/log/log';
import type { ComparisonDeps } from '../model/compare-subscriber.ts';

export interface ReconciliationSettings {
  /** How many calls a second the register gets at most, from all workers together. */
  readonly callsPerSecond: number;
  /** How many it gets at least, so that the round of a small base is not stretched over the whole time. */
  readonly leastCallsPerSecond: number;
  /** The time in which each line is checked once, if the rate allows it. */
  readonly roundMs: number;
  /** How long after a first comparison that finds a difference the line is compared again. */
  readonly secondLookMs: number;
  /** How long a call to the register takes at most. */
  readonly callTimeoutMs: number;
}

export interface ReconcileDeps extends ComparisonDeps {
  readonly db: Db;
  readonly log: Pick<Log, 'info'>;
  readonly settings: ReconciliationSettings;
}
