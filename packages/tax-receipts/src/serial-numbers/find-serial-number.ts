import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { notFound } from '@linework/problem-details/make-problem';
import type { SerialNumber } from '@linework/schemas/tax-receipts/serial-number';
import { printSerialNumber, serialNumberInclude, serialNumbersVisibleTo } from './serial-number-record.ts';

/** The sequence as its client sees it. Raises not-found when it does not exist or belongs to another broker. */
export async function findSerialNumber(
  db: Pick<Db, 'prisma'>,
  { caller, serialNumberId }: { readonly caller: Caller; readonly serialNumberId: string },
): Promise<SerialNumber> {
  const found = await db.prisma.serialNumber.findFirst({
    where: { id: serialNumberId, ...serialNumbersVisibleTo(caller) },
    include: serialNumberInclude,
  });
  if (!found) throw notFound(`There is no serial number ${serialNumberId}.`);
  return printSerialNumber(found);
}
