import { createHash } from 'node:crypto';
import { readCallKeys } from '@linework/simulator/read-request';
import { RejectedCall } from '@linework/simulator/rejected-call';
import { withFault } from '@linework/simulator/with-fault';
import type { Request, Response } from 'express';
import type { Simulator } from './open-simulator.ts';
import type { Operation } from './operations.ts';
import type { RecordOf, StoredRecord } from './state-store.ts';

/** A call of Linework that changes something. */
export interface Change<Of extends StoredRecord['kind']> {
  readonly operation: Operation;
  readonly kind: Of;
  readonly id: string;
  /**
   * The new state of the record. Throws a `RejectedCall` if the company rejects the call. A rejection is not stored, so
   * the same call may succeed later.
   */
  readonly action: () => RecordOf<Of>;
  readonly show: (record: RecordOf<Of>) => unknown;
  /** Called once, after it took effect. May raise `CutConnection`, so that the response is lost. */
  readonly afterChange?: (record: RecordOf<Of>) => void;
}

/** Executes a change once for each key. A repetition changes nothing and returns the current state of the record. */
export async function respondToChange<Of extends StoredRecord['kind']>(
  simulator: Simulator,
  change: Change<Of>,
  request: Request,
  response: Response,
): Promise<void> {
  const { operation, id, kind } = change;
  const { key } = readCallKeys(request);
  const log = simulator.log.child({ key, operation });
  simulator.counts.add(`${operation} ${key}`);
  const fault = simulator.faults.trigger({ operation, id });
  if (fault) log.info({ fault: fault.rule.fault, faultId: fault.id }, 'fault struck');
  const requestDigest = createHash('sha256')
    .update(JSON.stringify([id, request.body ?? null]))
    .digest('hex');
  const { record, replayed } = await withFault(fault, () => applyOnce(simulator, change, { key, requestDigest }));
  log.info({ kind, replayed }, 'call took effect');
  if (replayed) response.setHeader('Idempotency-Replayed', 'true');
  response.json(change.show(record));
}

/** Handles a call that only reads. */
export async function respondToLookup<Of extends StoredRecord['kind']>(
  simulator: Simulator,
  { operation, kind, id, show }: Omit<Change<Of>, 'action'>,
  response: Response,
): Promise<void> {
  const fault = simulator.faults.trigger({ operation, id });
  const found = await withFault(fault, () => simulator.store.find(kind, id));
  if (!found) throw unknownRecord();
  response.json(show(found));
}

/** The company does not know the requested record. */
export const unknownRecord = () => new RejectedCall(404, 'unknown', 'No record has this id.');

function applyOnce<Of extends StoredRecord['kind']>(
  { store }: Simulator,
  { operation, kind, id, action, afterChange }: Change<Of>,
  { key, requestDigest }: { readonly key: string; readonly requestDigest: string },
): { readonly record: RecordOf<Of>; readonly replayed: boolean } {
  const earlier = store.findEntry(operation, key);
  if (earlier && earlier.asked !== requestDigest)
    throw new RejectedCall(422, 'key-reused', 'This idempotency key was used for another request.');
  const current = earlier && store.find(kind, id);
  if (current) return { record: current, replayed: true };
  const record = action();
  store.record({ operation, key, asked: requestDigest, record });
  afterChange?.(record);
  return { record, replayed: false };
}
