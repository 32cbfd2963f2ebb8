import { setTimeout as sleep } from 'node:timers/promises';
import type { OrderedFault } from './faults.ts';
import { RefusedCall } from './refused-call.ts';

/** The call gets no answer: its connection is to be cut. */
export class CutConnection extends Error {
  override readonly name = 'CutConnection';
}

/** Runs `act` with the fault striking before or after it. Without a fault it only acts. */
export async function underFault<Answer>(fault: OrderedFault | undefined, act: () => Answer): Promise<Answer> {
  if (!fault) return act();
  await beforeActing(fault);
  try {
    return act();
  } finally {
    // Also when the call is refused: what is lost is the answer, whatever it was.
    await afterActing(fault);
  }
}

async function beforeActing({ order, held }: OrderedFault): Promise<void> {
  switch (order.fault) {
    case 'slow':
      // It keeps no program from ending.
      return sleep(order.ms, undefined, { ref: false });
    case 'error-before':
      throw unavailable();
    case 'refuse':
      throw new RefusedCall(422, order.code, 'This is refused, because the simulator was told to.');
    case 'away':
      throw new CutConnection();
    case 'hold':
      if (order.when === 'before') await hold(held);
  }
}

async function afterActing({ order, held }: OrderedFault): Promise<void> {
  switch (order.fault) {
    case 'error-after':
      throw unavailable();
    case 'drop-after':
      throw new CutConnection();
    case 'hold':
      if (order.when === 'after') await hold(held);
  }
}

function hold(held: Set<() => void>): Promise<void> {
  return new Promise((letGo) => void held.add(letGo));
}

function unavailable(): RefusedCall {
  return new RefusedCall(503, 'unavailable', 'This is not available, because the simulator was told so.');
}
