import type { FaultRule } from './fault-rule.ts';

export interface InjectedFault<Match = unknown> {
  readonly id: string;
  readonly rule: FaultRule<Match>;
  /** How often it struck. */
  triggeredCount: number;
  /** When it is over, in milliseconds since 1970. */
  readonly endsAt: number;
  /** Lets each of the calls that it holds go on. */
  readonly held: Set<() => void>;
}

/** The faults that are ordered, in their order. One that struck as often as it should stays, to be counted, until it is removed. */
export interface Faults<Match, Call> {
  inject(inject: FaultRule<Match>): InjectedFault<Match>;
  all(): InjectedFault<Match>[];
  find(id: string): InjectedFault<Match> | undefined;
  /** The fault that strikes this call, counted as having struck. One call meets one fault: the oldest that fits. */
  trigger(call: Call): InjectedFault<Match> | undefined;
  /** Removes a fault and lets go of what it holds. */
  remove(fault: InjectedFault<Match>): void;
}

export interface FaultsOptions<Match, Call> {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Whether a fault is meant for a call. */
  readonly isFaultFor: (rule: FaultRule<Match>, call: Call) => boolean;
}

export function createFaults<Match, Call>({ now, isFaultFor }: FaultsOptions<Match, Call>): Faults<Match, Call> {
  const injected = new Map<string, InjectedFault<Match>>();
  let last = 0;
  return {
    inject(order) {
      last += 1;
      const fault: InjectedFault<Match> = { id: String(last), rule: order, triggeredCount: 0, endsAt: getEnd(order, now()), held: new Set() };
      injected.set(fault.id, fault);
      return fault;
    },
    all: () => [...injected.values()],
    find: (id) => injected.get(id),
    trigger(call) {
      const fault = injected.values().find((candidate) => canTrigger(candidate, now()) && isFaultFor(candidate.rule, call));
      if (fault) fault.triggeredCount += 1;
      return fault;
    },
    remove(fault) {
      injected.delete(fault.id);
      release(fault);
    },
  };
}

/** Lets every call that the fault holds go on; answers how many there were. */
export function release(fault: InjectedFault): number {
  const held = [...fault.held];
  fault.held.clear();
  for (const resume of held) resume();
  return held.length;
}

function getEnd(rule: FaultRule<unknown>, now: number): number {
  return rule.fault === 'away' && rule.ms !== undefined ? now + rule.ms : Number.POSITIVE_INFINITY;
}

function canTrigger({ rule, triggeredCount, endsAt }: InjectedFault, now: number): boolean {
  return (rule.times === 'always' || triggeredCount < rule.times) && now < endsAt;
}
