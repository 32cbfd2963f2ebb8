import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { Problem } from '@linework/problem-details/problem';
import type { EventType } from '@linework/schemas/events';
import { bringNumberIn } from '../inventory/ported-number.ts';
import { changeNumber } from '../order-types/change-number.ts';
import { provisionLine } from '../order-types/provision-line.ts';
import { createLine } from '../orders/create-line.ts';
import { type PlacedOrder, placeOrder } from '../orders/place-order.ts';
import { type DuePortIn, portInWaits } from './due-port-ins.ts';
import type { Reason } from './give-up.ts';
import type { PortabilityDeps } from './portability-deps.ts';

/** Who asked meanwhile to call it off, or placed the order, has the row; then it is not ready any more. */
const readyStatement = statement(
  'lock-port-in-at-window',
  `SELECT $3::timestamptz <= now() AS "isOpen" FROM port_in WHERE id = $1::uuid AND status = 'PENDING' AND order_id IS NULL AND revision = $2 FOR UPDATE`,
);

const orderPlaced: EventType = 'port-in.order-placed';
const noteStatement = statement(
  'note-order-of-port-in',
  `WITH noted AS (
    UPDATE port_in SET order_id = $2::uuid, line_id = $3::uuid, accepted_at = coalesce(accepted_at, now()), window_from = $4::timestamptz, window_until = $5::timestamptz,
      reason_code = NULL, reason_detail = NULL, due_at = now() + interval '1 s', attempt = 0, updated_at = now()
    WHERE id = $1::uuid RETURNING id, broker_id, order_id, line_id
  )
  INSERT INTO event (broker_id, type, resource_type, resource_id, order_id, details)
  SELECT broker_id, '${orderPlaced}', 'port-in', id, order_id, jsonb_build_object('lineId', line_id) FROM noted`,
);

export interface AgreedWindow {
  readonly from: Date;
  readonly until: Date;
  /** The clearing house has carried it out by itself: the donor has the number no more. */
  readonly isPorted: boolean;
}

/**
 * At the window, by the database's clock: puts the number into its pool and places the order that makes the new line of it or
 * gives it to the line named, all in one transaction with the note of it. What is only in the way for now is waited for, no longer
 * than the window unless the number has left its donor; answers the reason where it will never be possible.
 */
export async function bringNumber(
  { db, ring }: Pick<PortabilityDeps, 'db' | 'ring'>,
  portIn: DuePortIn,
  window: AgreedWindow,
): Promise<'on-its-way' | 'not-yet' | Reason> {
  try {
    return await db.transaction(async (tx) => {
      const [ready] = await tx.query<{ readonly isOpen: boolean }>(readyStatement, [portIn.id, portIn.revision, window.from]);
      if (!ready) return 'on-its-way';
      if (!ready.isOpen) return 'not-yet';
      const numberId = await bringNumberIn(tx, { ...portIn, portInId: portIn.id });
      if (numberId === undefined) return { reasonCode: 'NUMBER_UNAVAILABLE', reasonDetail: 'This number is here already.' };
      const { orderId, line } = await placed(tx, ring, portIn, numberId);
      await tx.query(noteStatement, [portIn.id, orderId, line.id, window.from, window.until]);
      return 'on-its-way';
    });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const detail = error.detail ?? error.message;
    if (!mayPass(error)) return { reasonDetail: detail };
    if (await isMissed(db, window)) return { reasonDetail: `${detail} The window is over.` };
    await portInWaits(db, portIn, detail);
    return 'on-its-way';
  }
}

const overStatement = statement('is-port-in-window-over', 'SELECT $1::timestamptz <= now() AS "isOver"');

/** By the database's clock. */
async function isMissed(db: Pick<Db, 'query'>, { until, isPorted }: AgreedWindow): Promise<boolean> {
  if (isPorted) return false;
  const [found] = await db.query<{ readonly isOver: boolean }>(overStatement, [until]);
  return found?.isOver === true;
}

function placed(tx: Db, ring: PortabilityDeps['ring'], portIn: DuePortIn, numberId: string): Promise<PlacedOrder> {
  const { id, brokerId, keyId, lineId, sim, customerId, correlationId } = portIn;
  const caller = { keyId, brokerId, scopes: [] };
  const from = { resourceId: numberId };
  const metadata = { portInId: id };
  if (lineId !== null) {
    const claims = [{ type: 'MSISDN', from }] as const;
    return placeOrder({ db: tx, ring }, { orderType: changeNumber, caller, lineId, correlationId, metadata, claims });
  }
  if (sim === null) throw new Error(`the port-in ${id} has neither a line nor a SIM`);
  const creation = { holderId: customerId, msisdn: from, sim: sim.from, activate: sim.activate, metadata };
  return createLine({ db: tx, ring }, { orderType: provisionLine, caller, correlationId, ...creation });
}

const endsOfLine = ['TERMINATING', 'TERMINATED'];

/** Another order at work and a SIM that is not to be had just now pass; a line, holder or pool that is gone does not. */
function mayPass({ name, status, members }: Problem): boolean {
  if (status !== 409) return false;
  return name !== 'invalid-status-transition' || !endsOfLine.includes(String(members.currentStatus));
}
