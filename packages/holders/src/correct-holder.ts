import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { writeEvent } from '@linework/events/insert-event';
import { unprocessableValues } from '@linework/problem-details/make-problem';
import type { Holder } from '@linework/schemas/holders/holder';
import { findHolder } from './find-holder.ts';
import { assertNoLegalHold, beginErasure } from './legal-holds.ts';
import { lockHolder } from './lock-holder.ts';
import { rejectDuplicateHolder } from './reject-duplicate-holder.ts';

interface Correction {
  readonly right: string;
  /** The value of the holder, if it is absent. */
  readonly wrong?: string | undefined;
}

export interface HolderCorrection {
  readonly caller: Caller;
  readonly holderId: string;
  readonly name?: Correction | undefined;
  readonly federalTaxId?: Correction | undefined;
}

const values = {
  holderId: 'uuid',
  name: 'text?',
  wrongName: 'text?',
  federalTaxId: 'text?',
  wrongTaxId: 'text?',
} as const;
const isName = 'name = :wrongName';
const isTaxId = 'federal_tax_id = :wrongTaxId';

const correctStatement = statement(
  'correct-holder',
  values,
  `UPDATE holder
   SET name = CASE WHEN ${isName} THEN :name ELSE name END,
     federal_tax_id = CASE WHEN ${isTaxId} THEN :federalTaxId ELSE federal_tax_id END, updated_at = now()
   WHERE id = :holderId AND (${isName} OR ${isTaxId})`,
);

/** The trigger of the holder may just have kept the wrong values too. */
const correctFormerStatement = statement(
  'correct-former-holder-details',
  values,
  `UPDATE former_holder_detail
   SET name = CASE WHEN ${isName} THEN :name ELSE name END,
     name_corrected_at = CASE WHEN ${isName} THEN now() ELSE name_corrected_at END,
     federal_tax_id = CASE WHEN ${isTaxId} THEN :federalTaxId ELSE federal_tax_id END,
     federal_tax_id_corrected_at = CASE WHEN ${isTaxId} THEN now() ELSE federal_tax_id_corrected_at END
   WHERE holder_id = :holderId AND (${isName} OR ${isTaxId})
   RETURNING id`,
);

const knownStatement = statement(
  'find-values-to-correct',
  { holderId: 'uuid', wrongName: 'text?', wrongTaxId: 'text?' },
  `SELECT coalesce(bool_or(${isName}), false) AS name, coalesce(bool_or(${isTaxId}), false) AS "federalTaxId"
   FROM (
     SELECT name, federal_tax_id
     FROM holder
     WHERE id = :holderId
     UNION ALL
     SELECT name, federal_tax_id
     FROM former_holder_detail
     WHERE holder_id = :holderId) AS known`,
);

/**
 * Corrects values that were never right: the right ones take their place, also in what is kept of the past. What is
 * right already is not written. Raises not-found, no-such-value when the holder never had a wrong value, and conflict
 * when the holder is anonymised or under a legal hold, or when another holder of the broker has the tax id.
 */
export function correctHolder(db: Db, { caller, holderId, ...corrections }: HolderCorrection): Promise<Holder> {
  return db.transaction(async (tx) => {
    await beginErasure(tx);
    const { brokerId } = await lockHolder(tx, { caller, holderId });
    await assertNoLegalHold(tx, { brokerId, holderId });
    const before = await findHolder(tx, { caller, holderId });
    const name = withWrong(corrections.name, before.name);
    const federalTaxId = withWrong(corrections.federalTaxId, before.federalTaxId);
    const values = {
      holderId,
      name: name?.right,
      wrongName: name?.wrong,
      federalTaxId: federalTaxId?.right,
      wrongTaxId: federalTaxId?.wrong,
    };
    await rejectUnknownValues(tx, values);
    await tx.query(correctStatement, values).catch(rejectDuplicateHolder);
    const corrected = await tx.query(correctFormerStatement, values);
    if (corrected.length === 0) return before;
    const details = {
      changed: namesOf({
        name: name?.wrong === before.name,
        federalTaxId: federalTaxId?.wrong === before.federalTaxId,
      }),
      corrected: namesOf({ name, federalTaxId }),
    };
    await writeEvent(tx, { type: 'holder.corrected', id: holderId, brokerId, keyId: caller.keyId, details });
    return findHolder(tx, { caller, holderId });
  });
}

type WrongValues = { readonly holderId: string } & Readonly<Record<'wrongName' | 'wrongTaxId', string | undefined>>;

async function rejectUnknownValues(tx: Pick<Db, 'query'>, values: WrongValues): Promise<void> {
  const { holderId, wrongName, wrongTaxId } = values;
  const [known] = await tx.query(knownStatement, { holderId, wrongName, wrongTaxId });
  const errors = [
    ...(wrongName !== undefined && !known?.name ? [neverHad('/name/wrong', 'name')] : []),
    ...(wrongTaxId !== undefined && !known?.federalTaxId ? [neverHad('/federalTaxId/wrong', 'tax id')] : []),
  ];
  if (errors.length > 0) throw unprocessableValues(errors, { code: 'no-such-value' });
}

const neverHad = (pointer: string, what: string) => ({ pointer, detail: `The holder has and had no such ${what}.` });

function withWrong(correction: Correction | undefined, current: string | null | undefined) {
  const wrong = correction?.wrong ?? current;
  return correction && wrong && wrong !== correction.right ? { right: correction.right, wrong } : undefined;
}

const namesOf = (members: Readonly<Record<string, unknown>>): readonly string[] =>
  Object.keys(members).filter((name) => members[name]);
