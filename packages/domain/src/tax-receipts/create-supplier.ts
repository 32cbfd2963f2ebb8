import type { Caller } from '@linework/auth/caller';
import { acrossBrokers } from '@linework/db/broker-wall';
import type { Db } from '@linework/db/db';
import { isUniqueViolation } from '@linework/db/errors';
import { statement } from '@linework/db/statement';
import { conflict } from '@linework/problem-details/make-problem';
import type { PostalAddress } from '@linework/schemas/holders/postal-address';
import type { Supplier, TaxRegime } from '@linework/schemas/tax-receipts/supplier';
import { v7 as newId } from 'uuid';
import { brokerOfRequest } from '../broker-of-request.ts';
import { refuseIssuer } from './refuse-issuer.ts';
import { showSupplier } from './show-supplier.ts';
import { issuerOf } from './tax-address.ts';

export interface NewSupplier {
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
 * Makes a company known that issues receipts. The authority tells receipts apart by CNPJ, model, series and number and knows no brokers, so that no two
 * suppliers count under one CNPJ and series. Raises 422 where it could not issue any, and conflict where the broker has it or the series is taken.
 */
export function createSupplier(db: Db, { caller, brokerId: asked, tradeName, collectorCode, series: named, ...wanted }: NewSupplier): Promise<Supplier> {
  const told = { ...wanted, tradeName, federalTaxId: wanted.federalTaxId.replace(/[./\-\s]/g, '') };
  refuseIssuer(issuerOf(told));
  return db.transaction(async (tx) => {
    const brokerId = await brokerOfRequest(tx, caller, asked);
    await tx.query(lockSeriesStatement, [`series of ${told.federalTaxId}`]);
    const series = named ?? (await firstSeries(tx, told.federalTaxId));
    const data = { id: newId(), brokerId, ...told, series, address: { ...told.address }, tradeName: tradeName ?? null, collectorCode: collectorCode ?? null };
    const made = await tx.prisma.supplier.create({ data }).catch(supplierTaken);
    await tx.prisma.event.create({ data: { type: 'supplier.created', resourceType: 'supplier', resourceId: made.id, brokerId, keyId: caller.keyId } });
    return showSupplier(made);
  });
}

/** Held to the end of the transaction, so that nobody finds free what somebody else is about to take. */
const lockSeriesStatement = statement('lock-series-of-company', 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))');

const firstSeriesStatement = statement(
  'first-series-of-company',
  `SELECT min(one) AS series FROM generate_series(1, 999) AS one WHERE one NOT IN (SELECT series FROM supplier WHERE federal_tax_id = $1)`,
);

async function firstSeries(tx: Db, federalTaxId: string): Promise<number> {
  const ask = () => tx.query<{ series: number | null }>(firstSeriesStatement, [federalTaxId]);
  const [first] = await acrossBrokers('the series of a company are shared by all who issue for it', ask);
  if (typeof first?.series !== 'number') throw conflict('Every series of this CNPJ is taken.', { code: 'series-taken' });
  return first.series;
}

function supplierTaken(error: unknown): never {
  if (isUniqueViolation(error, 'supplier_broker_id_federal_tax_id_key')) throw conflict('This broker has a supplier with this CNPJ.', { code: 'tax-id-taken' });
  if (isUniqueViolation(error, 'supplier_federal_tax_id_series_key'))
    throw conflict('Another supplier of this CNPJ has this series.', { code: 'series-taken' });
  throw error;
}
