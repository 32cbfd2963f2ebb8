import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { insertEvent } from '@linework/events/insert-event';
import { portInNumber } from '@linework/inventory/line-resources/ported-number';
import { createLine } from '@linework/lines/commands/create-line';
import { type PlacedOrder, placeOrder } from '@linework/lines/commands/place-order';
import { changeNumber } from '@linework/lines/order-types/change-number';
import { provisionLine } from '@linework/lines/order-types/provision-line';
import { unprocessableRequest } from '@linework/problem-details/make-problem';
import { Problem } from '@linework/problem-details/problem';
import { eventType } from '@linework/schemas/events';
import type { PortabilityDeps } from '../portability-deps.ts';
import type { AbandonReason } from './abandon-port-in.ts';
import { type DuePortIn, schedulePortInRetry } from './due-port-ins.ts';

/**
 * A concurrent request to cancel it, or another worker that placed the order, has locked the row; then it is not ready
 * any more.
 */
const lockStatement = statement(
  'lock-port-in-at-window',
  { portInId: 'uuid', revision: 'int', from: 'timestamptz' },
  `SELECT :from <= now() AS "isOpen"
   FROM port_in
   WHERE id = :portInId AND status = 'PENDING' AND order_id IS NULL AND revision = :revision
   FOR UPDATE`,
);

const orderPlacedEvent = eventType('port_in.order_placed');
const recordOrderStatement = statement(
  'record-order-of-port-in',
  { portInId: 'uuid', orderId: 'uuid', lineId: 'uuid', from: 'timestamptz', until: 'timestamptz' },
  `WITH recorded AS (
    UPDATE port_in
    SET order_id = :orderId, line_id = :lineId, accepted_at = coalesce(accepted_at, now()),
      window_from = :from, window_until = :until, reason_code = NULL, reason_detail = NULL,
      due_at = now() + interval '1 s', attempt = 0, updated_at = now()
    WHERE id = :portInId
    RETURNING id, broker_id, order_id, line_id
  )
  ${insertEvent(orderPlacedEvent, { order: 'order_id', details: "jsonb_build_object('lineId', line_id)" })}
  FROM recorded`,
);

export interface AgreedWindow {
  readonly from: Date;
  readonly until: Date;
  /** The clearing house has ported it automatically: the donor no longer has the number. */
  readonly isPorted: boolean;
}

/**
 * At the window, by the database's clock: imports the number into its pool and places the order that creates the new
 * line or changes the number of the chosen line, all in one transaction with the record of it. A temporary obstacle is
 * waited for, no longer than the window unless the number has left its donor. Returns the reason when it will never be
 * possible.
 */
export async function startPortInOrder(
  { db, notify }: Pick<PortabilityDeps, 'db' | 'notify'>,
  portIn: DuePortIn,
  window: AgreedWindow,
): Promise<'handled' | 'window-not-open' | AbandonReason> {
  try {
    return await db.transaction(async (tx) => {
      const [lockedRow] = await tx.query(lockStatement, {
        portInId: portIn.id,
        revision: portIn.revision,
        from: window.from,
      });
      if (!lockedRow) return 'handled';
      if (!lockedRow.isOpen) return 'window-not-open';
      const numberId = await portInNumber(tx, { ...portIn, portInId: portIn.id });
      if (numberId === undefined)
        return { reasonCode: 'NUMBER_UNAVAILABLE', reasonDetail: 'This number is already in use here.' };
      const { orderId, line } = await placePortInOrder(tx, notify, portIn, numberId);
      await tx.query(recordOrderStatement, {
        portInId: portIn.id,
        orderId,
        lineId: line.id,
        from: window.from,
        until: window.until,
      });
      return 'handled';
    });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const detail = error.detail ?? error.message;
    if (!isTransientProblem(error)) return { reasonDetail: detail };
    if (await isWindowMissed(db, window)) return { reasonDetail: `${detail} The window is over.` };
    await schedulePortInRetry(db, portIn, detail);
    return 'handled';
  }
}

const isOverStatement = statement(
  'is-port-in-window-over',
  { until: 'timestamptz' },
  'SELECT :until <= now() AS "isOver"',
);

/** By the database's clock. */
async function isWindowMissed(db: Pick<Db, 'query'>, { until, isPorted }: AgreedWindow): Promise<boolean> {
  if (isPorted) return false;
  const [found] = await db.query(isOverStatement, { until });
  return found?.isOver === true;
}

async function placePortInOrder(
  tx: Db,
  notify: PortabilityDeps['notify'],
  portIn: DuePortIn,
  numberId: string,
): Promise<PlacedOrder> {
  const { id, brokerId, keyId, lineId, sim, customerId, correlationId } = portIn;
  const caller = { keyId, brokerId, scopes: [] };
  const from = { resourceId: numberId };
  const metadata = { portInId: id };
  if (lineId !== null) {
    const claims = [{ type: 'MSISDN', from }] as const;
    const order = { orderType: changeNumber, caller, lineId, correlationId, metadata, claims };
    const placed = await placeOrder({ db: tx, notify }, order);
    // Read after the order is placed: from then on the line cannot go to another holder.
    const line = await tx.prisma.line.findFirst({ where: { id: lineId, holderId: customerId }, select: { id: true } });
    if (!line) throw unprocessableRequest(`The holder has no line ${lineId}.`, { code: 'unknown-line' });
    return placed;
  }
  if (sim === null) throw new Error(`the port-in ${id} has neither a line nor a SIM`);
  const creation = { holderId: customerId, msisdn: from, sim: sim.from, activate: sim.activate, metadata };
  return createLine({ db: tx, notify }, { orderType: provisionLine, caller, correlationId, ...creation });
}

const endedLineStatuses = ['TERMINATING', 'TERMINATED'];

/** Another open order and an unavailable SIM are temporary; a missing line, holder or pool is not. */
function isTransientProblem({ name, status, members }: Problem): boolean {
  if (status !== 409) return false;
  return name !== 'invalid-status-transition' || !endedLineStatuses.includes(String(members.currentStatus));
}
