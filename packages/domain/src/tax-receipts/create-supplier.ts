import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { isUniqueViolation } from '@linework/db/errors';
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
}

/** Makes a company known that issues receipts. Raises 422 where it could not issue any, and conflict where the broker has it already. */
export function createSupplier(db: Db, { caller, brokerId: asked, tradeName, collectorCode, ...wanted }: NewSupplier): Promise<Supplier> {
  const told = { ...wanted, tradeName, federalTaxId: wanted.federalTaxId.replace(/[./\-\s]/g, '') };
  refuseIssuer(issuerOf(told));
  return db.transaction(async (tx) => {
    const brokerId = await brokerOfRequest(tx, caller, asked);
    const data = { id: newId(), brokerId, ...told, address: { ...told.address }, tradeName: tradeName ?? null, collectorCode: collectorCode ?? null };
    const made = await tx.prisma.supplier.create({ data }).catch(taxIdTaken);
    await tx.prisma.event.create({ data: { type: 'supplier.created', resourceType: 'supplier', resourceId: made.id, brokerId, keyId: caller.keyId } });
    return showSupplier(made);
  });
}

function taxIdTaken(error: unknown): never {
  if (!isUniqueViolation(error, 'supplier_broker_id_federal_tax_id_key')) throw error;
  throw conflict('This broker has a supplier with this CNPJ.', { code: 'tax-id-taken' });
}
