import { unprocessableRequest } from '@linework/problem-details/make-problem';
import type { PostalAddress } from '@linework/schemas/holders/postal-address';
import type { Address, Customer } from '@linework/tax-documents/model/receipt';
import { toTaxAddress } from './to-tax-address.ts';

export interface BilledHolder {
  readonly name: string;
  readonly federalTaxId: string | null;
  readonly address: unknown;
  readonly phone: string | null;
  readonly email: string | null;
}

const maxEmailLength = 60;

/** The holder as a receipt shows it. Raises 422 for an anonymised holder. */
export function buildCustomer({ name, federalTaxId, ...holder }: BilledHolder): Customer {
  if (federalTaxId === null)
    throw unprocessableRequest('The holder was anonymised. A receipt needs a name and a tax id.', {
      code: 'customer-anonymised',
    });
  return {
    name,
    identity: federalTaxId.length === 11 ? { cpf: federalTaxId } : { cnpj: federalTaxId },
    address: buildAddress(holder),
  };
}

function buildAddress({ address, phone, email }: Pick<BilledHolder, 'address' | 'phone' | 'email'>): Address | null {
  if (address === null) return null;
  const number = phone === null ? undefined : toNationalNumber(phone);
  return {
    ...toTaxAddress(address as PostalAddress),
    ...(number !== undefined && { phone: number }),
    ...(email !== null && email.length <= maxEmailLength && { email }),
  };
}

/** Area code and number of a Brazilian number in E.164, with or without its plus sign. */
export function toNationalNumber(number: string): string | undefined {
  return /^\+?55(\d{10,11})$/.exec(number)?.[1];
}
