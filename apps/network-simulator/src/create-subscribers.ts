import { RejectedCall } from '@linework/simulator/rejected-call';
import type { Subscriber } from './subscriber.ts';

/** The subscribers by IMSI and by number. One number belongs to one subscriber. */
export interface SubscriberReader {
  find(imsi: string): Subscriber | undefined;
  /** The IMSI that a number belongs to. */
  findOwner(msisdn: string): string | undefined;
  all(): IteratorObject<Subscriber>;
}

/** The register with the operations that change it. */
export interface Subscribers extends SubscriberReader {
  /** Replaces `before` by `after`. Null means none: before a create, after a delete. */
  replace(before: Subscriber | null, after: Subscriber | null): void;
}

export function createSubscribers(): Subscribers {
  const byImsi = new Map<string, Subscriber>();
  const imsiByMsisdn = new Map<string, string>();
  return {
    find: (imsi) => byImsi.get(imsi),
    findOwner: (msisdn) => imsiByMsisdn.get(msisdn),
    all: () => byImsi.values(),
    replace(before, after) {
      if (before) {
        byImsi.delete(before.imsi);
        imsiByMsisdn.delete(before.msisdn);
      }
      if (after) {
        byImsi.set(after.imsi, after);
        imsiByMsisdn.set(after.msisdn, after.imsi);
      }
    },
  };
}

/** Loads many subscribers: new ones are added, known ones replaced. The caller has checked them. */
export function importSubscribers(subscribers: Subscribers, imported: readonly Subscriber[]): void {
  // All are removed before the first one is added, so that two of them may exchange numbers.
  for (const { imsi } of imported) subscribers.replace(subscribers.find(imsi) ?? null, null);
  for (const one of imported) subscribers.replace(null, one);
}

/** Removes many subscribers. An IMSI that the register does not have is none of them. */
export function removeSubscribers(subscribers: Subscribers, imsis: readonly string[]): void {
  for (const imsi of imsis) subscribers.replace(subscribers.find(imsi) ?? null, null);
}

/** Rejects a load that would contain an IMSI or a number twice. */
export function assertImportable(subscribers: SubscriberReader, imported: readonly Subscriber[]): void {
  const imsis = new Set(imported.map(({ imsi }) => imsi));
  const msisdns = new Set(imported.map(({ msisdn }) => msisdn));
  if (imsis.size < imported.length) throw new RejectedCall(409, 'imsi-exists', 'The load contains an IMSI twice.');
  if (msisdns.size < imported.length) throw new RejectedCall(409, 'msisdn-taken', 'The load contains a number twice.');
  for (const msisdn of msisdns) {
    const owner = subscribers.findOwner(msisdn);
    if (owner !== undefined && !imsis.has(owner)) {
      throw new RejectedCall(409, 'msisdn-taken', 'A number of the load belongs to a subscriber outside it.');
    }
  }
}
