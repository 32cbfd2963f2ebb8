import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { insertEvents } from '@linework/events/insert-event';
import { findHolder } from '@linework/holders/find-holder';
import { dueNow } from '@linework/partners/durable-call/due-times';
import { conflict, validationError } from '@linework/problem-details/make-problem';
import { eventType } from '@linework/schemas/events';
import type { PortIn } from '@linework/schemas/portability/port-in';
import { assertSameTaxIdKind } from './assert-same-tax-id-kind.ts';
import { assertValidWindow } from './assert-valid-window.ts';
import { findPortIn, type PortInTarget } from './find-port-in.ts';
import { lockPortIn } from './lock-port-in.ts';

/** An undefined member stays as it is; the window too, as long as it is in the future. */
export interface PortInCorrection extends PortInTarget {
  readonly federalTaxId?: string | undefined;
  readonly donor?: string | undefined;
  readonly windowFrom?: Date | undefined;
  readonly windowUntil?: Date | undefined;
}

const correctedEvent = eventType('port_in.corrected');

/** A holder that was anonymised meanwhile has no tax id to send. */
const correctStatement = statement(
  'correct-port-in',
  {
    portInId: 'uuid',
    federalTaxId: 'text?',
    donor: 'text?',
    windowFrom: 'timestamptz',
    windowUntil: 'timestamptz',
    keyId: 'uuid',
    details: 'jsonb',
  },
  `WITH moved AS (
    UPDATE port_in
    SET status = 'PENDING', federal_tax_id = coalesce(:federalTaxId, federal_tax_id), donor = coalesce(:donor, donor),
      window_from = :windowFrom, window_until = :windowUntil, revision = revision + 1, accepted_at = NULL,
      reason_code = NULL, reason_detail = NULL, due_at = ${dueNow}, attempt = 0, updated_at = now()
    WHERE id = :portInId AND status = 'CONFLICT' AND federal_tax_id IS NOT NULL
    RETURNING id, broker_id
  )
  ${insertEvents('port-in', {
    type: `'${correctedEvent}'`,
    from: "'CONFLICT'",
    to: "'PENDING'",
    key: ':keyId',
    details: ':details',
  })}
  FROM moved
  RETURNING resource_id`,
);

/**
 * Corrects a port-in that is in CONFLICT; the clearing house is called again. Raises not-found,
 * invalid-status-transition, 400 when wrong data are not corrected or the window (new or kept) is invalid,
 * portability-rejected for a tax id that cannot be the holder's, and conflict when the holder is anonymised.
 */
export function correctPortIn(
  db: Db,
  { federalTaxId, donor, windowFrom, windowUntil, ...target }: PortInCorrection,
): Promise<PortIn> {
  const changes = { federalTaxId, donor, windowFrom, windowUntil };
  const changed = Object.entries(changes).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  return db.transaction(async (tx) => {
    const current = await lockPortIn(tx, target, 'correct');
    // An obstacle on the other side may be gone by now; wrong data stay wrong.
    if (current.reasonCode === 'WRONG_DATA' && changed.length === 0)
      throw validationError([{ detail: 'must correct at least one member', pointer: '' }]);
    const window = { windowFrom: windowFrom ?? current.windowFrom, windowUntil: windowUntil ?? current.windowUntil };
    await assertValidWindow(tx, window);
    if (federalTaxId !== undefined) {
      const { federalTaxId: holderTaxId } = await findHolder(tx, {
        caller: target.caller,
        holderId: current.customerId,
      });
      if (holderTaxId !== undefined) assertSameTaxIdKind(federalTaxId, holderTaxId);
    }
    const [moved] = await tx.query(correctStatement, {
      portInId: target.portInId,
      federalTaxId,
      donor,
      ...window,
      keyId: target.caller.keyId,
      details: { changed },
    });
    if (!moved)
      throw conflict('The holder is anonymised, so the port-in cannot be corrected.', { code: 'already-anonymised' });
    return findPortIn(tx, target);
  });
}
