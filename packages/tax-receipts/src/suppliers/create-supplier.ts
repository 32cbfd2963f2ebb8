import type { Caller } from '@linework/auth/caller';
import { withoutBrokerScope } from '@linework/db/broker-scope';
import type { Db } from '@linework/db/db';
import { isUniqueViolation } from '@linework/db/errors';
import { statement } from '@linework/db/statement';
import { writeEvent } from '@linework/events/insert-event';
import { resolveBroker } from '@linework/lists/resolve-broker';
import { conflict } from '@linework/problem-details/make-problem';
import type { PostalAddress } from '@linework/schemas/holders/postal-address';
import type { RangeClaim } from '@linework/schemas/inventory/range-registry/range-registry.routes';
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

/** Registers a series of a company in the registry of all cells. Returns false if another broker has it. */
type Register = (claim: RangeClaim) => Promise<boolean>;

/**
 * Creates a company that issues receipts. The authority identifies receipts by CNPJ, model, series and number and does
 * not know brokers, so two suppliers never share a CNPJ and a series. A company has a supplier for each state in which
 * it is enrolled. A registry of all cells has the series first, if there is one. Raises 422 when the company could not
 * issue receipts, and conflict when the broker already has it or the series is taken.
 */
export function createSupplier(
  db: Db,
  { caller, brokerId: requestedBrokerId, tradeName, collectorCode, series: requestedSeries, ...input }: SupplierInput,
  register?: Register,
): Promise<Supplier> {
  const details = { ...input, tradeName, federalTaxId: input.federalTaxId.replace(/[./\-\s]/g, '').toUpperCase() };
  assertValidIssuer(toIssuer(details));
  return db.transaction(async (tx) => {
    const brokerId = await resolveBroker(tx, caller, requestedBrokerId);
    await tx.query(lockSeriesStatement, { company: `series of ${details.federalTaxId}` });
    const series = await takeSeries(tx, { requestedSeries, company: details.federalTaxId, brokerId, register });
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
  { federalTaxId: 'text', above: 'int' },
  `SELECT min(one) AS series
   FROM generate_series(:above + 1, 999) AS one
   WHERE one NOT IN (SELECT series FROM supplier WHERE federal_tax_id = :federalTaxId)`,
);

interface WantedSeries {
  readonly requestedSeries: number | undefined;
  readonly company: string;
  readonly brokerId: string;
  readonly register: Register | undefined;
}

/** The requested series, or the first one that no supplier has here and no broker of another cell. */
async function takeSeries(tx: Db, { requestedSeries, company, brokerId, register }: WantedSeries): Promise<number> {
  const isFree = async (series: number) => {
    const code = String(series).padStart(3, '0');
    return !register || (await register({ kind: 'SERIES', company, from: code, to: code, brokerId }));
  };
  let series = requestedSeries ?? (await findFreeSeries(tx, company, 0));
  while (!(await isFree(series))) {
    if (requestedSeries !== undefined)
      throw conflict('A supplier of this CNPJ in another cell has this series.', { code: 'series-taken' });
    series = await findFreeSeries(tx, company, series);
  }
  return series;
}

async function findFreeSeries(tx: Db, federalTaxId: string, above: number): Promise<number> {
  const findSeries = () => tx.query(freeSeriesStatement, { federalTaxId, above });
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
