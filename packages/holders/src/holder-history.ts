import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { type CausedValue, readCauses, readNow } from '@linework/events/read-causes';
import { visibleTo } from '@linework/lists/visible-to';
import { notFound } from '@linework/problem-details/make-problem';
import { type HolderAtInstant, holderAtInstant } from '@linework/schemas/holders/holder-history';
import { printRecord } from '@linework/schemas/print-record';
import { holderNotFound } from './find-holder.ts';

const formerStatement = statement(
  'read-former-holder-details',
  { holderId: 'uuid', at: 'timestamptz' },
  `SELECT name, federal_tax_id AS "federalTaxId"
   FROM former_holder_detail
   WHERE holder_id = :holderId AND held_to > :at
   ORDER BY held_to
   LIMIT 1`,
);

/** The name and the tax id that a holder had at an instant; undefined if they are those of now, or were erased. */
export async function findFormerDetails(
  db: Pick<Db, 'query'>,
  question: { readonly holderId: string; readonly at: Date },
): Promise<{ readonly name: string; readonly federalTaxId: string | null } | undefined> {
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
  const [former, causeOf] = await Promise.all([
    findFormerDetails(db, { holderId, at }),
    readCauses(
      db,
      caller,
      values.map((value) => ({ recordId: holderId, value, instant })),
    ),
  ]);
  const shown = printRecord(holderAtInstant.omit({ causes: true }), { ...holder, ...former, at: query.at });
  const causeIf = (value: (typeof values)[number]) => {
    const found = causeOf({ recordId: holderId, value, instant });
    return found && { [value]: found.cause };
  };
  return { ...shown, causes: { ...causeIf('name'), ...causeIf('federalTaxId') } };
}
