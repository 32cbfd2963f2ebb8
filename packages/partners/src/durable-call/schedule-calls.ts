import type { Db } from '@linework/db/db';
import type { DurableCall } from './define-durable-call.ts';
import type { Lease } from './leased-record.ts';

/**
 * Makes a record due again later, unless it became due again meanwhile. Returns the seconds to wait; undefined then.
 * `failures` counts the calls that failed in a row. Without it all attempts count.
 */
export async function postponeCall(
  db: Pick<Db, 'query'>,
  { postponeStatement }: DurableCall,
  { id, dueAt }: Lease,
  failures?: number,
): Promise<number | undefined> {
  const [postponed] = await db.query(postponeStatement, { id, dueAt, failures });
  return postponed?.seconds;
}

/** Stops the calls about a record until it is made due again. Returns false if that has happened meanwhile. */
export async function stopCalls(
  db: Pick<Db, 'query'>,
  { stopStatement }: DurableCall,
  { id, dueAt }: Lease,
): Promise<boolean> {
  return (await db.query(stopStatement, { id, dueAt })).length > 0;
}

export interface Notification {
  readonly id: string;
  /** Null for an operator, who may name any record. */
  readonly brokerId: string | null;
  /** The statuses in which a call can change the record. */
  readonly statuses: readonly string[];
}

/**
 * Makes a record due at once, because its partner may have news of it. Returns false, and does nothing, for any other
 * record.
 */
export async function makeCallDue(
  db: Pick<Db, 'query'>,
  { notifyStatement }: DurableCall,
  { id, brokerId, statuses }: Notification,
): Promise<boolean> {
  return (await db.query(notifyStatement, { id, brokerId, statuses })).length > 0;
}

/** Makes a call that has failed due at once. Does nothing if no call is needed any more. */
export async function repeatCall(db: Pick<Db, 'query'>, { repeatStatement }: DurableCall, id: string): Promise<void> {
  await db.query(repeatStatement, { id });
}
