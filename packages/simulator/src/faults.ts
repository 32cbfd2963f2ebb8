import type { FaultOrder } from './fault.ts';

export interface OrderedFault<Match = unknown> {
  readonly id: string;
  readonly order: FaultOrder<Match>;
  /** How often it struck. */
  struck: number;
  /** When it is over, in milliseconds since 1970. */
  readonly endsAt: number;
  /** Lets each of the calls that it holds go on. */
  readonly held: Set<() => void>;
}

/** The faults that are ordered, in their order. One that struck as often as it should stays, to be counted, until it is removed. */
export interface Faults<Match, Call> {
  order(order: FaultOrder<Match>): OrderedFault<Match>;
  all(): OrderedFault<Match>[];
  find(id: string): OrderedFault<Match> | undefined;
  /** The fault that strikes this call, counted as having struck. One call meets one fault: the oldest that fits. */
  strike(call: Call): OrderedFault<Match> | undefined;
  /** Removes a fault and lets go of what it holds. */
  remove(fault: OrderedFault<Match>): void;
}

export interface FaultsOptions<Match, Call> {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Whether a fault is meant for a call. */
  readonly fits: (order: FaultOrder<Match>, call: Call) => boolean;
}

export function createFaults<Match, Call>({ now, fits }: FaultsOptions<Match, Call>): Faults<Match, Call> {
  const ordered = new Map<string, OrderedFault<Match>>();
  let last = 0;
  return {
    order(order) {
      last += 1;
      const fault: OrderedFault<Match> = { id: String(last), order, struck: 0, endsAt: endOf(order, now()), held: new Set() };
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

function endOf(order: FaultOrder<unknown>, now: number): number {
  return order.fault === 'away' && order.ms !== undefined ? now + order.ms : Number.POSITIVE_INFINITY;
}

function mayStrike({ order, struck, endsAt }: OrderedFault, now: number): boolean {
  return (order.times === 'always' || struck < order.times) && now < endsAt;
}
