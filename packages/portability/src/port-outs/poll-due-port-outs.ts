import { statement } from '@linework/db/statement';
import { findOrderStatus } from '@linework/engine/store/find-order-status';
import { withdrawPortedOutNumber } from '@linework/inventory/line-resources/ported-number';
import { placeOrder } from '@linework/lines/commands/place-order';
import { portOut as portOutOrder } from '@linework/lines/order-types/port-out';
import { findLineByNumber } from '@linework/lines/records/find-line-by-number';
import type { PortOutResponse } from '@linework/partners/clearing-house';
import { callOrFind } from '@linework/partners/durable-call/call-or-find';
import { makeDueCalls } from '@linework/partners/durable-call/make-due-calls';
import { conflict } from '@linework/problem-details/make-problem';
import { Problem } from '@linework/problem-details/problem';
import type { PortabilityDeps } from '../portability-deps.ts';
import {
  acquireDuePortOuts,
  type DuePortOut,
  movePortOut,
  portOutCall,
  schedulePortOutRetry,
} from './due-port-outs.ts';

const notCancelledDetail = 'The clearing house has not cancelled it.';

/**
 * Cancels a port-out at the clearing house. If the clearing house has cancelled it, or does not know it, it becomes
 * CANCELLED here. If the clearing house refuses, it continues at its window. Without a response the port-out stays as
 * it is and is checked again.
 */
async function cancelPortOutAtClearingHouse(
  deps: PortabilityDeps,
  portOut: DuePortOut,
  signal: AbortSignal,
): Promise<void> {
  const { db } = deps;
  const response = await fetchCancelResponse(deps, portOut, signal);
  if (response === undefined || response.status === 'CANCELLED')
    return void (await movePortOut(db, portOut, { to: 'CANCELLED' }));
  if (response.status === 'CANCELLING')
    return schedulePortOutRetry(db, portOut, 'The clearing house has not answered yet.');
  await movePortOut(db, portOut, { to: 'PENDING', reason: notCancelledDetail });
}

/** Each cancel request has its own key. A call whose response was lost is looked up before it is made again. */
async function fetchCancelResponse(
  { clearingHouse }: PortabilityDeps,
  portOut: DuePortOut,
  signal: AbortSignal,
): Promise<PortOutResponse | undefined> {
  const { id, ticket, msisdn, attempt, cancelRequestedAt } = portOut;
  const find = () => clearingHouse.findPortOut(ticket, signal);
  const existing = attempt > 1 ? await find() : undefined;
  if (existing && existing.status !== 'AGREED') return existing;
  const cancel = () =>
    clearingHouse.cancelPortOut({ key: `${id}:cancel:${cancelRequestedAt?.getTime()}`, signal }, { ticket, msisdn });
  return callOrFind<PortOutResponse | undefined>(cancel, find, () => undefined);
}

/**
 * Processes port-outs whose window has begun as far as possible: an order terminates the line, then the port-out is
 * confirmed to the clearing house. Also requests the cancel of those that are CANCELLING. A line with another open
 * order is tried again. A line that has another number by then stays in service; only the number is withdrawn. Returns
 * how many were processed.
 */
export function pollDuePortOuts(deps: PortabilityDeps): Promise<number> {
  return makeDueCalls(deps, {
    call: portOutCall,
    acquire: acquireDuePortOuts,
    make: (portOut, signal) => processPortOut(deps, portOut, signal),
  });
}

async function processPortOut(deps: PortabilityDeps, portOut: DuePortOut, signal: AbortSignal): Promise<void> {
  const { db } = deps;
  if (portOut.status === 'CANCELLING') return cancelPortOutAtClearingHouse(deps, portOut, signal);
  const orderStatus = portOut.orderId === null ? undefined : await findOrderStatus(db, portOut.orderId);
  if (orderStatus === 'COMPLETED') return confirmPortOut(deps, portOut, signal);
  const line = await findLineByNumber(db, portOut.msisdn);
  // The line was deleted meanwhile, or has another number.
  if (!line) return confirmPortOut(deps, portOut, signal);
  if (line.id !== portOut.lineId)
    return void (await movePortOut(db, portOut, { to: 'ERROR', reason: 'Another line has this number by now.' }));
  if (orderStatus === undefined) return placePortOutOrder(deps, portOut);
  if (orderStatus === 'CANCELLED' || orderStatus === 'ROLLED_BACK') {
    await movePortOut(db, portOut, { to: 'ERROR', reason: 'The order that was to terminate the line was undone.' });
    return;
  }
  await schedulePortOutRetry(db, portOut);
}

const lockStatement = statement(
  'lock-port-out-at-window',
  { id: 'uuid' },
  "SELECT FROM port_out WHERE id = :id AND status = 'PENDING' FOR UPDATE",
);

/** The order and its record are one transaction. */
async function placePortOutOrder({ db, notify }: PortabilityDeps, portOut: DuePortOut): Promise<void> {
  const { id, lineId, brokerId, keyId, correlationId } = portOut;
  const request = {
    orderType: portOutOrder,
    caller: { keyId, brokerId, scopes: [] },
    lineId,
    correlationId,
    metadata: { portOutId: id },
  };
  try {
    await db.transaction(async (tx) => {
      const [pending] = await tx.query(lockStatement, { id });
      if (!pending) return;
      const { orderId, line } = await placeOrder({ db: tx, notify }, request);
      // The line got another number between the check and the order. Only a line that leaves with its number is
      // terminated.
      if (line.msisdn !== portOut.msisdn)
        throw conflict('The line has another number by now.', { code: 'number-changed' });
      await movePortOut(tx, portOut, { to: 'IN_PROGRESS', orderId });
    });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    await schedulePortOutRetry(db, portOut, error.detail ?? error.message);
  }
}

/**
 * The line no longer exists, so its number is withdrawn and the port-out is confirmed. A number that returned to its
 * pool may have been allocated since; a reserved number is waited for.
 */
async function confirmPortOut(
  { db, clearingHouse }: PortabilityDeps,
  portOut: DuePortOut,
  signal: AbortSignal,
): Promise<void> {
  const { id, ticket, msisdn } = portOut;
  const withdrawn = await db.transaction((tx) => withdrawPortedOutNumber(tx, portOut));
  if (withdrawn === 'reserved') return schedulePortOutRetry(db, portOut, 'The number is reserved by someone else.');
  if (withdrawn === 'in-use')
    return void (await movePortOut(db, portOut, { to: 'ERROR', reason: 'Another holder has this number by now.' }));
  await clearingHouse.confirmPortOut({ key: `${id}:confirm`, signal }, { ticket, msisdn });
  await db.transaction(async (tx) => {
    const started = portOut.status === 'IN_PROGRESS' || (await movePortOut(tx, portOut, { to: 'IN_PROGRESS' }));
    if (started) await movePortOut(tx, { ...portOut, status: 'IN_PROGRESS' }, { to: 'COMPLETED' });
  });
}
