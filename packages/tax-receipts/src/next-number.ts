import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import type { TaxSettings } from '@linework/tax-documents/tax-settings';
import { v7 as newId } from 'uuid';
import type { ReceiptSnapshot } from './receipt-snapshot.ts';

export interface AssignedNumber {
  readonly serialNumberId: string;
  readonly series: number;
  readonly number: number;
}

/** Creates the row if it is missing, and locks it until the transaction ends: numbers are assigned one at a time. */
const lockSerialStatement = statement(
  'lock-serial-number',
  { id: 'uuid', supplierId: 'uuid', documentModel: 'text', uf: 'text', environment: 'text' },
  `INSERT INTO serial_number (id, supplier_id, document_model, uf, environment)
   VALUES (:id, :supplierId, :documentModel, :uf, :environment)
   ON CONFLICT (supplier_id, document_model, uf, environment) DO UPDATE SET last_number = serial_number.last_number
   RETURNING id AS "serialNumberId",
     (SELECT s.series FROM supplier s WHERE s.id = serial_number.supplier_id) AS series`,
).returns<{ readonly series: number }>();

const reuseNumberStatement = statement(
  'acquire-released-number',
  { serialNumberId: 'uuid' },
  `DELETE FROM released_number f USING (
     SELECT min(number) AS number
     FROM released_number
     WHERE serial_number_id = :serialNumberId) AS first
   WHERE f.serial_number_id = :serialNumberId AND f.number = first.number
   RETURNING f.number`,
);

const nextNumberStatement = statement(
  'increment-last-number',
  { serialNumberId: 'uuid' },
  'UPDATE serial_number SET last_number = last_number + 1 WHERE id = :serialNumberId RETURNING last_number AS number',
);

/**
 * Returns the next number of a supplier, model, state and environment, within the transaction that assigns it to a
 * receipt: a released number, or the one after the last. If that transaction is rolled back, the number is free again.
 */
export async function nextNumber(
  tx: Db,
  { supplierId, documentModel, uf }: ReceiptSnapshot,
  { environment }: TaxSettings,
): Promise<AssignedNumber> {
  const [serial] = await tx.query(lockSerialStatement, {
    id: newId(),
    supplierId,
    documentModel,
    uf,
    environment,
  });
  if (!serial) throw new Error('a serial number was neither created nor found');
  const { serialNumberId } = serial;
  const [released] = await tx.query(reuseNumberStatement, { serialNumberId });
  const [next] = released ? [released] : await tx.query(nextNumberStatement, { serialNumberId });
  if (!next) throw new Error(`the serial number ${serialNumberId} returned no number`);
  return { ...serial, number: next.number };
}

const releaseStatement = statement(
  'release-number',
  { serialNumberId: 'uuid', number: 'int' },
  'INSERT INTO released_number (serial_number_id, number) VALUES (:serialNumberId, :number)',
);

/**
 * Releases a number that no document has. The authority's interface for model 62 has no way to declare a number unused,
 * unlike that of NF-e and NFC-e (inutilização; among the schemas of NFCom 1.00 there is none for it). A skipped number
 * would be a permanent gap, so the next issue uses it.
 */
export async function releaseNumber(tx: Db, serialNumberId: string, number: number): Promise<void> {
  await tx.query(releaseStatement, { serialNumberId, number });
}
