import type { FaultRule } from './fault-rule.ts';

export interface InjectedFault<Match = unknown> {
  readonly id: string;
  readonly rule: FaultRule<Match>;
  /** How often it was triggered. */
  triggeredCount: number;
  /** When it ends, in milliseconds since 1970. */
  readonly endsAt: number;
  /** Releases each of the calls that it holds. */
  readonly held: Set<() => void>;
}

/**
 * The injected faults in their order. A fault that was triggered often enough stays in the list, with its count, until
 * it is removed.
 */
export interface Faults<Match, Call> {
  inject(inject: FaultRule<Match>): InjectedFault<Match>;
  all(): InjectedFault<Match>[];
  find(id: string): InjectedFault<Match> | undefined;
  /** The fault for this call, counted as triggered. One call triggers one fault: the oldest that matches. */
  trigger(call: Call): InjectedFault<Match> | undefined;
  /** Removes a fault and releases the calls that it holds. */
  remove(fault: InjectedFault<Match>): void;
}

export interface FaultsOptions<Match, Call> {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Whether a fault matches a call. */
  readonly isFaultFor: (rule: FaultRule<Match>, call: Call) => boolean;
}

export function createFaults<Match, Call>({ now, isFaultFor }: FaultsOptions<Match, Call>): Faults<Match, Call> {
  const injected = new Map<string, InjectedFault<Match>>();
  let last = 0;
  return {
    inject(order) {
      last += 1;
      const fault: InjectedFault<Match> = {
        id: String(last),
        rule: order,
        triggeredCount: 0,
        endsAt: getEnd(order, now()),
        held: new Set(),
      };
      injected.set(fault.id, fault);
      return fault;
    },
    all: () => [...injected.values()],
    find: (id) => injected.get(id),
    trigger(call) {
      const fault = injected
        .values()
        .find((candidate) => canTrigger(candidate, now()) && isFaultFor(candidate.rule, call));
      if (fault) fault.triggeredCount += 1;
      return fault;
    },
    remove(fault) {
      injected.delete(fault.id);
      release(fault);
    },
  };
}

/** Releases every call that the fault holds; returns how many there were. */
export function release(fault: InjectedFault): number {
  const held = [...fault.held];
  fault.held.clear();
  for (const resume of held) resume();
  return held.length;
}

function getEnd(rule: FaultRule<unknown>, now: number): number {
  return rule.fault === 'unavailable' && rule.ms !== undefined ? now + rule.ms : Number.POSITIVE_INFINITY;
}

function canTrigger({ rule, triggeredCount, endsAt }: InjectedFault, now: number): boolean {
  return (rule.times === 'always' || triggeredCount < rule.times) && now < endsAt;
}
