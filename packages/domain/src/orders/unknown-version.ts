import type { Log } from '@linework/log/log';
import type { EngineObserver } from './engine-observer.ts';

/** An order that this program must not carry out: it was placed by a release whose order type has other steps. */
export interface UnknownVersion {
  readonly orderId: string;
  readonly type: string;
  readonly version: number;
  /** This program has no such version; or it has one whose step codes are not those of the order. */
  readonly unknown: 'version' | 'steps';
}

export const isUnknownVersion = (order: object): order is UnknownVersion => 'unknown' in order;

const reasons = {
  version: 'this program does not know the version of the order type; a worker of another release carries out its orders',
  steps: 'the steps of the order are not those of the order type in this version; a worker that declares these steps carries it out',
};

/** Counts each order that is left to another worker, and warns once for each version: such orders may be many, and come again with each sweep. */
export function createUnknownVersionReporter({ observer, log }: { readonly observer: EngineObserver; readonly log: Log }): (order: UnknownVersion) => void {
  const warned = new Set<string>();
  return ({ type, version, unknown, orderId }) => {
    observer.unknownVersionSkipped(type, version);
    const key = `${type} ${version} ${unknown}`;
    if (warned.has(key)) return;
    warned.add(key);
    log.warn({ orderType: type, orderTypeVersion: version, orderId }, reasons[unknown]);
  };
}
