import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { conflict, validationError } from '@linework/problem-details/make-problem';
import type { EventType } from '@linework/schemas/events';
import type { PortIn } from '@linework/schemas/portability/port-in';
import { findHolder } from '../holders/find-holder.ts';
import { atOnce } from '../partners/ask-each-due.ts';
import { findPortIn, type PortInAsked } from './find-port-in.ts';
import { lockPortIn } from './lock-port-in.ts';
import { refuseOtherKind } from './refuse-other-kind.ts';
import { refuseWindow } from './refuse-window.ts';

/** What is undefined stays as it is; the window too, as long as it is ahead. */
export interface PortInCorrection extends PortInAsked {
  readonly federalTaxId?: string | undefined;
  readonly donor?: string | undefined;
  readonly windowFrom?: Date | undefined;
  readonly windowUntil?: Date | undefined;
}

const corrected: EventType = 'port-in.corrected';

/** A holder that was anonymised meanwhile has no tax id to be asked with. */
const correctStatement = statement(
  'correct-port-in',
  `WITH moved AS (
    UPDATE port_in SET status = 'PENDING', federal_tax_id = coalesce($2, federal_tax_id), donor = coalesce($3, donor),
      window_from = $4::timestamptz, window_until = $5::timestamptz, revision = revision + 1, accepted_at = NULL,
      reason_code = NULL, reason_detail = NULL, due_at = ${atOnce}, attempt = 0, updated_at = now()
    WHERE id = $1::uuid AND status = 'CONFLICT' AND federal_tax_id IS NOT NULL RETURNING id, broker_id
  )
  INSERT INTO event (broker_id, type, resource_type, resource_id, from_status, to_status, key_id, details)
  SELECT broker_id, '${corrected}', 'port-in', id, 'CONFLICT', 'PENDING', $6::uuid, $7::jsonb FROM moved RETURNING resource_id`,
);

/**
 * Puts right what a port-in is in CONFLICT for; the clearing house is asked again. Raises not-found, invalid-status-transition, 400
 * where nothing is corrected of wrong data, or for a window that cannot be, given or kept, portability-rejected for a tax id that cannot be the holder's, and conflict where the holder is anonymised.
 */
export function correctPortIn(db: Db, { federalTaxId, donor, windowFrom, windowUntil, ...asked }: PortInCorrection): Promise<PortIn> {
  const given = { federalTaxId, donor, windowFrom, windowUntil };
  const changed = Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  return db.transaction(async (tx) => {
    const before = await lockPortIn(tx, asked, 'correct');
    // What is in the way elsewhere may be gone by now; wrong data are not.
    if (before.reasonCode === 'WRONG_DATA' && changed.length === 0) throw validationError([{ detail: 'must correct something', pointer: '' }]);
    const window = { windowFrom: windowFrom ?? before.windowFrom, windowUntil: windowUntil ?? before.windowUntil };
    await refuseWindow(tx, window);
    if (federalTaxId !== undefined) {
      const { federalTaxId: own } = await findHolder(tx, { caller: asked.caller, holderId: before.customerId });
      if (own !== undefined) refuseOtherKind(federalTaxId, own);
    }
    const values = [asked.portInId, federalTaxId ?? null, donor ?? null, window.windowFrom, window.windowUntil, asked.caller.keyId];
    const [moved] = await tx.query(correctStatement, [...values, JSON.stringify({ changed })]);
    if (!moved) throw conflict('The holder is anonymised, and stays as it is.', { code: 'already-anonymised' });
    return findPortIn(tx, asked);
  });
}
