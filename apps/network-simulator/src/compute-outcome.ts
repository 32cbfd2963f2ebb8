import { RejectedCall } from '@linework/simulator/rejected-call';
import type { Change } from './change.ts';
import type { SubscriberReader } from './create-subscribers.ts';
import type { Subscriber } from './subscriber.ts';

/** The subscriber before and after a change; null means that there is none. */
export interface Outcome {
  readonly before: Subscriber | null;
  readonly after: Subscriber | null;
}

/** The result of a change, or its rejection. Changes nothing. */
export function computeOutcome(change: Change, subscribers: SubscriberReader): Outcome {
  const before = subscribers.find(change.imsi) ?? null;
  if (change.operation === 'create') return { before: null, after: createSubscriber(change, before, subscribers) };
  // A delete succeeds when the subscriber does not exist or is not the named one: the goal of the delete is reached.
  if (change.operation === 'delete')
    return { before, after: before && change.msisdns?.includes(before.msisdn) === false ? before : null };
  if (!before || isOtherSubscriber(before, change))
    throw new RejectedCall(404, 'unknown-subscriber', 'The register has no subscriber with this IMSI.');
  if ('msisdns' in change && change.msisdns?.includes(before.msisdn) === false) {
    throw new RejectedCall(
      409,
      'foreign-subscriber',
      'The subscriber with this IMSI has none of the numbers in the call.',
    );
  }
  return { before, after: changeSubscriber(change, before, subscribers) };
}

const isOtherSubscriber = ({ msisdn }: Subscriber, change: Change) =>
  change.operation === 'change-imsi' && change.msisdn !== undefined && change.msisdn !== msisdn;

function createSubscriber(
  { imsi, msisdn, serviceState }: Extract<Change, { operation: 'create' }>,
  before: Subscriber | null,
  subscribers: SubscriberReader,
): Subscriber {
  if (before) throw imsiExists();
  return { imsi, msisdn: assertNumberFree(imsi, msisdn, subscribers), serviceState };
}

function changeSubscriber(
  change: Exclude<Change, { operation: 'create' | 'delete' }>,
  before: Subscriber,
  subscribers: SubscriberReader,
): Subscriber {
  switch (change.operation) {
    case 'set-service-state':
      return { ...before, serviceState: change.serviceState };
    case 'change-msisdn':
      return { ...before, msisdn: assertNumberFree(before.imsi, change.msisdn, subscribers) };
    case 'change-imsi':
      if (change.newImsi !== before.imsi && subscribers.find(change.newImsi)) throw imsiExists();
      return { ...before, imsi: change.newImsi };
  }
}

function assertNumberFree(imsi: string, msisdn: string, subscribers: SubscriberReader): string {
  const owner = subscribers.findOwner(msisdn);
  if (owner === undefined || owner === imsi) return msisdn;
  throw new RejectedCall(409, 'msisdn-taken', 'The number belongs to another subscriber.');
}

function imsiExists(): RejectedCall {
  return new RejectedCall(409, 'imsi-exists', 'The register already has a subscriber with this IMSI.');
}
