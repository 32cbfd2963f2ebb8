import { statement } from '@linework/db/statement';
import { conflict } from '@linework/problem-details/make-problem';
import { Problem } from '@linework/problem-details/problem';
import { withdrawLeaving } from '../inventory/ported-number.ts';
import { lineWithNumber } from '../lines/line-with-number.ts';
import { portOut as portOutOrder } from '../order-types/port-out.ts';
import { placeOrder } from '../orders/place-order.ts';
import { statusOfOrder } from '../orders/status-of-order.ts';
import { askEachDue } from '../partners/ask-each-due.ts';
import { askToCancelPortOut } from './ask-to-cancel-port-out.ts';
import { type DuePortOut, movePortOut, portOutWaits, putOffPortOut, takeDuePortOuts } from './due-port-outs.ts';
import type { PortabilityDeps } from './portability-deps.ts';

/**
 * Takes port-outs whose window is reached as far as they go: an order terminates the line, then the clearing house is told.
 * Asks it to cancel those that are CANCELLING. A line that has another order at work is tried again. One that has another number by then stays: the number alone is withdrawn. Answers how many it looked at.
 */
export function carryOutPortOuts(deps: PortabilityDeps): Promise<number> {
  const { db, log } = deps;
  return askEachDue({
    take: (most) => takeDuePortOuts(db, most),
    ask: (portOut, signal) => carryOut(deps, portOut, signal),
    putOff: (portOut) => putOffPortOut(db, portOut),
    log,
    what: 'port-out',
    db,
    answerLimitMs: deps.answerLimitMs,
  });
}

async function carryOut(deps: PortabilityDeps, portOut: DuePortOut, signal: AbortSignal): Promise<void> {
  const { db } = deps;
  if (portOut.status === 'CANCELLING') return askToCancelPortOut(deps, portOut, signal);
  const order = portOut.orderId === null ? undefined : await statusOfOrder(db, portOut.orderId);
  if (order === 'COMPLETED') return tell(deps, portOut, signal);
  const line = await lineWithNumber(db, portOut.msisdn);
  // Somebody deleted the line meanwhile, or gave it another number.
  if (!line) return tell(deps, portOut, signal);
  if (line.id !== portOut.lineId) return void (await movePortOut(db, portOut, { to: 'ERROR', why: 'Another line has this number by now.' }));
  if (order === undefined) return begin(deps, portOut);
  if (order === 'CANCELLED' || order === 'ROLLED_BACK') {
    await movePortOut(db, portOut, { to: 'ERROR', why: 'The order that was to terminate the line was undone.' });
    return;
  }
  await portOutWaits(db, portOut);
}

const lockStatement = statement('lock-port-out-at-window', "SELECT FROM port_out WHERE id = $1::uuid AND status = 'PENDING' FOR UPDATE");

/** The order and the note of it, in one transaction. */
async function begin({ db, ring }: PortabilityDeps, portOut: DuePortOut): Promise<void> {
  const { id, lineId, brokerId, keyId, correlationId } = portOut;
  const request = { orderType: portOutOrder, caller: { keyId, brokerId, scopes: [] }, lineId, correlationId, metadata: { portOutId: id } };
  try {
    await db.transaction(async (tx) => {
      const [waits] = await tx.query(lockStatement, [id]);
      if (!waits) return;
      const { orderId, line } = await placeOrder({ db: tx, ring }, request);
      // It was given another between the look at it and the order: only a line that is to leave with its number is terminated.
      if (line.msisdn !== portOut.msisdn) throw conflict('The line has another number by now.', { code: 'number-changed' });
      await movePortOut(tx, portOut, { to: 'IN_PROGRESS', orderId });
    });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    await portOutWaits(db, portOut, error.detail ?? error.message);
  }
}

/**
 * The line is gone: so is its number, and the clearing house is told. A number that came back to its pool may have been handed
 * out since: one that is only reserved is waited for.
 */
async function tell({ db, clearingHouse }: PortabilityDeps, portOut: DuePortOut, signal: AbortSignal): Promise<void> {
  const { id, ticket, msisdn } = portOut;
  const withdrawn = await db.transaction((tx) => withdrawLeaving(tx, portOut));
  if (withdrawn === 'reserved') return portOutWaits(db, portOut, 'Somebody has reserved this number.');
  if (withdrawn === 'taken') return void (await movePortOut(db, portOut, { to: 'ERROR', why: 'Somebody else has this number by now.' }));
  await clearingHouse.confirmPortOut({ key: `${id}:confirm`, signal }, { ticket, msisdn });
  await db.transaction(async (tx) => {
    const started = portOut.status === 'IN_PROGRESS' || (await movePortOut(tx, portOut, { to: 'IN_PROGRESS' }));
    if (started) await movePortOut(tx, { ...portOut, status: 'IN_PROGRESS' }, { to: 'COMPLETED' });
  });
}
