import type { Caller } from '@linework/auth/caller';
import { withoutBrokerScope } from '@linework/db/broker-scope';
import type { Db } from '@linework/db/db';
import { isUniqueViolation } from '@linework/db/errors';
import { statement } from '@linework/db/statement';
import { writeEvent } from '@linework/events/insert-event';
import { resolveBroker } from '@linework/lists/resolve-broker';
import { conflict } from '@linework/problem-details/make-problem';
import type { PostalAddress } from '@linework/schemas/holders/postal-address';
import { printRecord } from '@linework/schemas/print-record';
import { type Supplier, supplier, type TaxRegime } from '@linework/schemas/tax-receipts/supplier';
import { v7 as newId } from 'uuid';
import { toIssuer } from '../content/to-tax-address.ts';
import { assertValidIssuer } from './assert-valid-issuer.ts';

export interface SupplierInput {
  readonly caller: Caller;
  readonly brokerId?: string | undefined;
  readonly name: string;
  readonly tradeName?: string | undefined;
  readonly federalTaxId: string;
  readonly stateTaxId: string;
  readonly regime: TaxRegime;
  readonly address: PostalAddress;
  readonly collectorCode?: string | undefined;
  readonly series?: number | undefined;
}

/**
 * Creates a company that issues receipts. The authority identifies receipts by CNPJ, model, series and number and does
 * not know brokers, so two suppliers never share a CNPJ and a series. A company has a supplier for each state in which
 * it is enrolled. Raises 422 when the company could not issue receipts, and conflict when the broker already has it or
 * the series is taken.
 */
export function createSupplier(
  db: Db,
  { caller, brokerId: requestedBrokerId, tradeName, collectorCode, series: requestedSeries, ...input }: SupplierInput,
): Promise<Supplier> {
  const details = { ...input, tradeName, federalTaxId: input.federalTaxId.replace(/[./\-\s]/g, '').toUpperCase() };
  assertValidIssuer(toIssuer(details));
  return db.transaction(async (tx) => {
    const brokerId = await resolveBroker(tx, caller, requestedBrokerId);
    await tx.query(lockSeriesStatement, { company: `series of ${details.federalTaxId}` });
    const series = requestedSeries ?? (await findFreeSeries(tx, details.federalTaxId));
    const data = {
      id: newId(),
      brokerId,
      ...details,
      series,
      address: { ...details.address },
      tradeName: tradeName ?? null,
      collectorCode: collectorCode ?? null,
    };
    const created = await tx.prisma.supplier.create({ data }).catch(throwSupplierConflict);
    await writeEvent(tx, {
      type: 'supplier.created',
      id: created.id,
      brokerId,
      keyId: caller.keyId,
    });
    return printRecord(supplier, created);
  });
}

/** Locked until the end of the transaction, so that no other request picks the same free series. */
const lockSeriesStatement = statement(
  'lock-series-of-company',
  { company: 'text' },
  'SELECT pg_advisory_xact_lock(hashtextextended(:company, 0))',
);

const freeSeriesStatement = statement(
  'find-free-series-of-company',
  { federalTaxId: 'text' },
  `SELECT min(one) AS series
   FROM generate_series(1, 999) AS one
   WHERE one NOT IN (SELECT series FROM supplier WHERE federal_tax_id = :federalTaxId)`,
);

async function findFreeSeries(tx: Db, federalTaxId: string): Promise<number> {
  const findSeries = () => tx.query(freeSeriesStatement, { federalTaxId });
  const [first] = await withoutBrokerScope('the series of a company are shared by all who issue for it', findSeries);
  if (typeof first?.series !== 'number')
    throw conflict('Every series of this CNPJ is taken.', { code: 'series-taken' });
  return first.series;
}

function throwSupplierConflict(error: unknown): never {
  if (isUniqueViolation(error, 'supplier_broker_id_federal_tax_id_state_tax_id_key'))
    throw conflict('This broker has a supplier with this CNPJ and this enrolment.', { code: 'tax-id-taken' });
  if (isUniqueViolation(error, 'supplier_federal_tax_id_series_key'))
    throw conflict('Another supplier of this CNPJ has this series.', { code: 'series-taken' });
  throw error;
}
