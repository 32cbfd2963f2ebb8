import { randomUUID } from 'node:crypto';
import type { Db } from '@linework/db/db';
import type { PostalAddress } from '@linework/schemas/holders/postal-address';
import { aCnpj } from './codes/tax-ids.ts';

export interface TestSupplier {
  readonly id: string;
  readonly brokerId: string;
}

export const anAddressInSaoPaulo: PostalAddress = {
  street: 'Avenida Paulista',
  number: '1000',
  district: 'Bela Vista',
  cityCode: '3550308',
  city: 'São Paulo',
  postalCode: '01310100',
  state: 'SP',
};

export interface SupplierOptions {
  readonly brokerId: string;
  readonly regime?: 'SIMPLE' | 'SIMPLE_EXCEEDED' | 'NORMAL';
  readonly federalTaxId?: string;
  readonly address?: PostalAddress;
}

/** A company that issues receipts for a broker. */
export function aSupplier(db: Pick<Db, 'prisma'>, options: SupplierOptions): Promise<TestSupplier> {
  const { brokerId, regime = 'NORMAL', federalTaxId = aCnpj(), address = anAddressInSaoPaulo } = options;
  const names = {
    name: 'Linework Telecomunicações Ltda.',
    tradeName: 'Linework',
    stateTaxId: '110042490114',
    collectorCode: '0482',
  };
  const data = { id: randomUUID(), brokerId, regime, federalTaxId, series: 1, address: { ...address }, ...names };
  return db.prisma.supplier.create({ data, select: { id: true, brokerId: true } });
}
