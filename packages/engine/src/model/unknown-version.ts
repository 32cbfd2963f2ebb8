import type { Log } from '@linework/log/log';
import type { EngineObserver } from './engine-observer.ts';

/**
 * An order that this program must not execute, because a release with another version or other steps of its type placed
 * it.
 */
export interface UnknownVersion {
  readonly orderId: string;
  readonly type: string;
  readonly version: number;
  /** `version`: this program does not have the version. `steps`: it has the version, but with other step codes. */
  readonly unknown: 'version' | 'steps';
}

export const isUnknownVersion = (order: object): order is UnknownVersion => 'unknown' in order;

const reasons = {
  version:
    'order skipped: this program does not know the version of its order type; a worker of another release ' +
    'executes such orders',
  steps:
    'order skipped: its steps differ from those of this version of its order type; a worker that declares these ' +
    'steps executes it',
};

/**
 * Counts each order that is left to another worker, but logs one warning for each version. There may be many such
 * orders, and every sweep re-queues them.
 */
export function createUnknownVersionReporter({
  observer,
  log,
}: {
  readonly observer: EngineObserver;
  readonly log: Log;
}): (order: UnknownVersion) => void {
  const warned = new Set<string>();
  return ({ type, version, unknown, orderId }) => {
    observer.unknownVersionSkipped(type, version);
    const key = `${type} ${version} ${unknown}`;
    if (warned.has(key)) return;
    warned.add(key);
    log.warn({ orderType: type, orderTypeVersion: version, orderId }, reasons[unknown]);
  };
}
