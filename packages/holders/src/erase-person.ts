import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';

/** Replaces the name of an anonymised holder. */
export const anonymisedName = 'Anonymised';

const eraseStatement = statement(
  'erase-person',
  { holderId: 'uuid' },
  `UPDATE holder
   SET name = '${anonymisedName}', federal_tax_id = NULL, email = NULL, phone = NULL, address = NULL,
     external_code = NULL,
     metadata = '{}', anonymised_at = now(), updated_at = now()
   WHERE id = :holderId AND anonymised_at IS NULL`,
);

/** Permanently removes all personal data from a holder. */
export async function erasePerson(tx: Pick<Db, 'query'>, holderId: string): Promise<void> {
  await tx.query(eraseStatement, { holderId });
}
