import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { isUniqueViolation } from '@linework/db/errors';
import { conflict, forbidden, impossibleRequest, validationError } from '@linework/problem-details/make-problem';
import type { PostalAddress } from '@linework/schemas/holders/postal-address';
import type { Supplier, TaxRegime } from '@linework/schemas/tax-receipts/supplier';
import { v7 as newId } from 'uuid';
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
  const brokerId = brokerOf(caller, asked);
  const told = { ...wanted, tradeName, federalTaxId: wanted.federalTaxId.replace(/[./\-\s]/g, '') };
  refuseIssuer(issuerOf(told));
  return db.transaction(async (tx) => {
    if (!(await tx.prisma.broker.findUnique({ where: { id: brokerId } }))) {
      throw impossibleRequest(`There is no broker ${brokerId}.`, { code: 'unknown-broker' });
    }
    const data = { id: newId(), brokerId, ...told, address: { ...told.address }, tradeName: tradeName ?? null, collectorCode: collectorCode ?? null };
    const made = await tx.prisma.supplier.create({ data }).catch(taxIdTaken);
    await tx.prisma.event.create({ data: { type: 'supplier.created', resourceType: 'supplier', resourceId: made.id, brokerId, keyId: caller.keyId } });
    return showSupplier(made);
  });
}

function brokerOf(caller: Caller, asked: string | undefined): string {
  if (caller.brokerId !== null && asked !== undefined && asked !== caller.brokerId) throw forbidden('This key is of another broker.', { code: 'other-broker' });
  const brokerId = caller.brokerId ?? asked;
  if (brokerId === undefined) throw validationError([{ detail: "is missing: an operator's key is of no broker", pointer: '/brokerId' }]);
  return brokerId;
}

function taxIdTaken(error: unknown): never {
  if (!isUniqueViolation(error, 'supplier_broker_id_federal_tax_id_key')) throw error;
  throw conflict('This broker has a supplier with this CNPJ.', { code: 'tax-id-taken' });
}
