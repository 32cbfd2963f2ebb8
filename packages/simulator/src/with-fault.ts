import { setTimeout as sleep } from 'node:timers/promises';
import type { InjectedFault } from './create-faults.ts';
import { RejectedCall } from './rejected-call.ts';

/** The call gets no response: its connection is cut. */
export class CutConnection extends Error {
  override readonly name = 'CutConnection';
}

/** Runs `act`, and triggers the fault before or after it. Without a fault it only runs `act`. */
export async function withFault<Answer>(fault: InjectedFault | undefined, action: () => Answer): Promise<Answer> {
  if (!fault) return action();
  await applyBefore(fault);
  try {
    return action();
  } finally {
    // Also when the call is rejected: only the response is lost.
    await applyAfter(fault);
  }
}

async function applyBefore({ rule, held }: InjectedFault): Promise<void> {
  switch (rule.fault) {
    case 'slow':
      // The timer does not keep the program alive.
      return sleep(rule.ms, undefined, { ref: false });
    case 'error-before':
      throw unavailableError();
    case 'refuse':
      throw new RejectedCall(422, rule.code, 'The call is rejected because of an injected fault.');
    case 'unavailable':
      throw new CutConnection();
    case 'hold':
      if (rule.when === 'before') await hold(held);
  }
}

async function applyAfter({ rule, held }: InjectedFault): Promise<void> {
  switch (rule.fault) {
    case 'error-after':
      throw unavailableError();
    case 'drop-after':
      throw new CutConnection();
    case 'hold':
      if (rule.when === 'after') await hold(held);
  }
}

function hold(held: Set<() => void>): Promise<void> {
  return new Promise((resume) => void held.add(resume));
}

function unavailableError(): RejectedCall {
  return new RejectedCall(503, 'unavailable', 'The system is unavailable because of an injected fault.');
}
