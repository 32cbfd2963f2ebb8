import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { type CausedValue, type CauseQuestion, readCauses, readNow } from '@linework/events/read-causes';
import { visibleTo } from '@linework/lists/visible-to';
import { notFound } from '@linework/problem-details/make-problem';
import { type HolderAtInstant, holderAtInstant } from '@linework/schemas/holders/holder-history';
import { printRecord } from '@linework/schemas/print-record';
import { holderNotFound } from './find-holder.ts';

const formerStatement = statement(
  'read-former-holder-details',
  { holderId: 'uuid', at: 'timestamptz' },
  `SELECT name, federal_tax_id AS "federalTaxId", name_corrected_at AS "nameCorrectedAt",
     federal_tax_id_corrected_at AS "federalTaxIdCorrectedAt"
   FROM former_holder_detail
   WHERE holder_id = :holderId AND held_to > :at
   ORDER BY held_to
   LIMIT 1`,
);

interface FormerDetails {
  readonly name: string;
  readonly federalTaxId: string | null;
  /** If the value was wrong: when it was corrected, for this instant too. */
  readonly nameCorrectedAt: Date | null;
  readonly federalTaxIdCorrectedAt: Date | null;
}

/** The name and the tax id that a holder had at an instant; undefined if they are those of now, or were erased. */
export async function findFormerDetails(
  db: Pick<Db, 'query'>,
  question: { readonly holderId: string; readonly at: Date },
): Promise<FormerDetails | undefined> {
  return (await db.query(formerStatement, question))[0];
}

const values = ['name', 'federalTaxId'] as const satisfies readonly CausedValue[];

/** The holder as it was at an instant. Raises not-found, also for an instant before the holder existed. */
export async function findHolderAt(
  db: Pick<Db, 'prisma' | 'query'>,
  {
    caller,
    holderId,
    ...query
  }: { readonly caller: Caller; readonly holderId: string; readonly at?: Date | undefined },
): Promise<HolderAtInstant> {
  const at = query.at ?? (await readNow(db));
  const holder = await db.prisma.holder.findFirst({ where: { id: holderId, ...visibleTo(caller) } });
  if (!holder) throw holderNotFound(holderId);
  if (holder.createdAt > at) throw notFound(`The holder ${holderId} is known since ${holder.createdAt.toISOString()}.`);
  // Erased is erased, for every instant: the cause is the erasure.
  const instant = holder.anonymisedAt ? await readNow(db) : at;
  const former = await findFormerDetails(db, { holderId, at });
  // The cause of a value that was wrong is its correction, which came later.
  const questionOf = (value: (typeof values)[number]): CauseQuestion => {
    const correctedAt = former?.[`${value}CorrectedAt`];
    return correctedAt
      ? { recordId: holderId, value: `${value}Correction`, instant: correctedAt }
      : { recordId: holderId, value, instant };
  };
  const causeOf = await readCauses(db, caller, values.map(questionOf));
  const shown = printRecord(holderAtInstant.omit({ causes: true }), { ...holder, ...former, at: query.at });
  const causeIf = (value: (typeof values)[number]) => {
    const found = causeOf(questionOf(value));
    return found && { [value]: found.cause };
  };
  return { ...shown, causes: { ...causeIf('name'), ...causeIf('federalTaxId') } };
}
