import { createHash } from 'node:crypto';
import { readCallKeys } from '@linework/simulator/read-request';
import { RefusedCall } from '@linework/simulator/refused-call';
import { underFault } from '@linework/simulator/under-fault';
import type { Request, Response } from 'express';
import type { BookRecord, RecordOf } from './books.ts';
import type { Operation } from './operations.ts';
import type { Simulator } from './simulator.ts';

/** A call of Linework's that changes something. */
export interface Change<Of extends BookRecord['kind']> {
  readonly operation: Operation;
  readonly kind: Of;
  readonly id: string;
  /** What the record becomes. Raises a `RefusedCall` where the company says no; a refusal is not kept, the same call may succeed later. */
  readonly act: () => RecordOf<Of>;
  readonly shown: (record: RecordOf<Of>) => unknown;
  /** Called once, after it took effect. May raise `CutConnection`, so that nobody learns of it. */
  readonly afterwards?: (record: RecordOf<Of>) => void;
}

/** Lets a change take effect once for each key. A repeat changes nothing, and is told how the record stands by now. */
export async function answerChange<Of extends BookRecord['kind']>(
  simulator: Simulator,
  change: Change<Of>,
  request: Request,
  response: Response,
): Promise<void> {
  const { operation, id, kind } = change;
  const { key } = readCallKeys(request);
  const log = simulator.log.child({ key, operation });
  simulator.counts.add(`${operation} ${key}`);
  const fault = simulator.faults.strike({ operation, id });
  if (fault) log.info({ fault: fault.order.fault, faultId: fault.id }, 'fault struck');
  const asked = createHash('sha256')
    .update(JSON.stringify([id, request.body ?? null]))
    .digest('hex');
  const { record, replayed } = await underFault(fault, () => once(simulator, change, { key, asked }));
  log.info({ kind, replayed }, 'call took effect');
  if (replayed) response.setHeader('Idempotency-Replayed', 'true');
  response.json(change.shown(record));
}

/** Answers a call that only looks. */
export async function answerLook<Of extends BookRecord['kind']>(
  simulator: Simulator,
  { operation, kind, id, shown }: Omit<Change<Of>, 'act'>,
  response: Response,
): Promise<void> {
  const fault = simulator.faults.strike({ operation, id });
  const found = await underFault(fault, () => simulator.books.find(kind, id));
  if (!found) throw unknown();
  response.json(shown(found));
}

/** The company does not know what it is asked about. */
export const unknown = () => new RefusedCall(404, 'unknown', 'There is nothing under this id.');

function once<Of extends BookRecord['kind']>(
  { books }: Simulator,
  { operation, kind, id, act, afterwards }: Change<Of>,
  { key, asked }: { readonly key: string; readonly asked: string },
): { readonly record: RecordOf<Of>; readonly replayed: boolean } {
  const known = books.entryOf(operation, key);
  if (known && known.asked !== asked) throw new RefusedCall(422, 'key-reused', 'This idempotency key was used for another request.');
  const now = known && books.find(kind, id);
  if (now) return { record: now, replayed: true };
  const record = act();
  books.record({ operation, key, asked, record });
  afterwards?.(record);
  return { record, replayed: false };
}
