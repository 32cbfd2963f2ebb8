import { RejectedCall } from '@linework/simulator/rejected-call';
import type { Subscriber } from './subscriber.ts';

/** Who is in the register, by IMSI and by number. One number belongs to one subscriber. */
export interface SubscriberReader {
  find(imsi: string): Subscriber | undefined;
  /** The IMSI that a number belongs to. */
  findOwner(msisdn: string): string | undefined;
  all(): IteratorObject<Subscriber>;
}

/** The register, to be changed. */
export interface Subscribers extends SubscriberReader {
  /** Puts `after` where `before` was. Null is nobody: before a create, after a delete. */
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

/** Takes many subscribers in: new ones are added, known ones replaced. The caller has checked them. */
export function importSubscribers(subscribers: Subscribers, imported: readonly Subscriber[]): void {
  // All leave before the first one enters, so that two of them may trade numbers.
  for (const { imsi } of imported) subscribers.replace(subscribers.find(imsi) ?? null, null);
  for (const one of imported) subscribers.replace(null, one);
}

/** Refuses a load in which an IMSI or a number would be there twice. */
export function assertImportable(subscribers: SubscriberReader, imported: readonly Subscriber[]): void {
  const imsis = new Set(imported.map(({ imsi }) => imsi));
  const msisdns = new Set(imported.map(({ msisdn }) => msisdn));
  if (imsis.size < imported.length) throw new RejectedCall(409, 'imsi-exists', 'The load names an IMSI twice.');
  if (msisdns.size < imported.length) throw new RejectedCall(409, 'msisdn-taken', 'The load names a number twice.');
  for (const msisdn of msisdns) {
    const owner = subscribers.findOwner(msisdn);
    if (owner !== undefined && !imsis.has(owner)) {
      throw new RejectedCall(409, 'msisdn-taken', 'A number of the load belongs to a subscriber outside it.');
    }
  }
}
