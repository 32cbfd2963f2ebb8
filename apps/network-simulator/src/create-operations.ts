import { randomUUID } from 'node:crypto';
import { RejectedCall } from '@linework/simulator/rejected-call';
import type { CallResult } from './handle-idempotent-call.ts';

/** A call that the network has accepted and executes later. */
export interface Operation {
  readonly id: string;
  readonly key: string;
  readonly imsi: string;
  readonly pollInMs: number;
  readonly deadlineMs: number;
  /** By a monotonic clock. */
  readonly acceptedMs: number;
  /** Undefined until the call is executed. */
  result?: CallResult | RejectedCall;
}

interface AcceptedCall extends Pick<Operation, 'key' | 'imsi'> {
  readonly ms: number;
  readonly deadlineMs?: number | undefined;
  readonly execute: () => CallResult;
}

/**
 * The accepted calls. They are kept in memory only: after a restart the network does not know those that it had not
 * executed.
 */
export interface Operations {
  accept(call: AcceptedCall): Operation;
  find(id: string): Operation | undefined;
  /** The operation of a key that is not executed and whose deadline has not passed. */
  findOpen(key: string): Operation | undefined;
}

const defaultDeadlineMs = 60_000;

export function createOperations(): Operations {
  const operations = new Map<string, Operation>();
  const openByKey = new Map<string, Operation>();
  return {
    accept({ key, imsi, ms, deadlineMs = ms + defaultDeadlineMs, execute }) {
      const pollInMs = Math.ceil(Math.min(ms, deadlineMs) / 2);
      const operation: Operation = { id: randomUUID(), key, imsi, pollInMs, deadlineMs, acceptedMs: performance.now() };
      operations.set(operation.id, operation);
      openByKey.set(key, operation);
      const end = () => {
        operation.result = run(execute);
        if (openByKey.get(key) === operation) openByKey.delete(key);
      };
      // The timer does not keep the program alive.
      setTimeout(end, ms).unref();
      return operation;
    },
    find: (id) => operations.get(id),
    findOpen(key) {
      const open = openByKey.get(key);
      return open && performance.now() < open.acceptedMs + open.deadlineMs ? open : undefined;
    },
  };
}

/** An accepted call may still be rejected, because the register has changed meanwhile. */
function run(execute: () => CallResult): CallResult | RejectedCall {
  try {
    return execute();
  } catch (error) {
    return error instanceof RejectedCall ? error : new RejectedCall(500, 'fault-in-the-simulator', 'Internal error.');
  }
}
