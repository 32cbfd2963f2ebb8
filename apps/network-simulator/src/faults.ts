import type { Operation } from './change.ts';
import type { FaultOrder } from './fault.ts';

/** A call as far as faults look at it. */
export interface StrikableCall {
  readonly operation: Operation;
  readonly imsi: string;
  /** The numbers that the call is about. */
  readonly msisdns: readonly string[];
  readonly key?: string;
}

export interface OrderedFault {
  readonly id: string;
  readonly order: FaultOrder;
  /** How often it struck. */
  struck: number;
  /** When it is over, in milliseconds since 1970. */
  readonly endsAt: number;
  /** Lets each of the calls that it holds go on. */
  readonly held: Set<() => void>;
}

/** The faults that are ordered, in their order. One that struck as often as it should stays, to be counted, until it is removed. */
export interface Faults {
  order(order: FaultOrder): OrderedFault;
  all(): OrderedFault[];
  find(id: string): OrderedFault | undefined;
  /** The fault that strikes this call, counted as having struck. One call meets one fault: the oldest that fits. */
  strike(call: StrikableCall): OrderedFault | undefined;
  /** Removes a fault and lets go of what it holds. */
  remove(fault: OrderedFault): void;
}

export function createFaults(now: () => number): Faults {
  const ordered = new Map<string, OrderedFault>();
  let last = 0;
  return {
    order(order) {
      last += 1;
      const fault: OrderedFault = { id: String(last), order, struck: 0, endsAt: endOf(order, now()), held: new Set() };
      ordered.set(fault.id, fault);
      return fault;
    },
    all: () => [...ordered.values()],
    find: (id) => ordered.get(id),
    strike(call) {
      const fault = ordered.values().find((one) => mayStrike(one, now()) && fits(one.order, call));
      if (fault) fault.struck += 1;
      return fault;
    },
    remove(fault) {
      ordered.delete(fault.id);
      release(fault);
    },
  };
}

/** Lets every call that the fault holds go on; answers how many there were. */
export function release(fault: OrderedFault): number {
  const held = [...fault.held];
  fault.held.clear();
  for (const letGo of held) letGo();
  return held.length;
}

function endOf(order: FaultOrder, now: number): number {
  return order.fault === 'away' && order.ms !== undefined ? now + order.ms : Number.POSITIVE_INFINITY;
}

function mayStrike({ order, struck, endsAt }: OrderedFault, now: number): boolean {
  return (order.times === 'always' || struck < order.times) && now < endsAt;
}

function fits({ fault, match }: FaultOrder, call: StrikableCall): boolean {
  // A look at a subscriber must not use up a fault that was meant for a change.
  if (call.operation === 'find' && match.operation !== 'find' && fault !== 'away') return false;
  return (
    (match.operation === undefined || match.operation === call.operation) &&
    (match.keySuffix === undefined || call.key?.endsWith(`:${match.keySuffix}`) === true) &&
    endsWith([call.imsi], match.imsi) &&
    endsWith(call.msisdns, match.msisdn)
  );
}

function endsWith(numbers: readonly string[], lastDigits: string | undefined): boolean {
  return lastDigits === undefined || numbers.some((number) => number.endsWith(lastDigits));
}
