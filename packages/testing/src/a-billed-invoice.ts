import { randomInt, randomUUID } from 'node:crypto';
import type { Db } from '@linework/db/db';
import { anAddressInSaoPaulo } from './a-supplier.ts';
import { anInvoice, type InvoiceOptions, type TestInvoice } from './an-invoice.ts';

/** An open invoice of a holder who has all data that a tax receipt needs. */
export async function aBilledInvoice(
  db: Db,
  { brokerId, ...options }: InvoiceOptions & { readonly brokerId: string },
): Promise<TestInvoice> {
  const customerId = options.customerId ?? (await aTaxpayer(db, brokerId));
  return anInvoice(db, 'OPEN', { ...options, brokerId, customerId });
}

/** A holder with a valid CPF and an address. */
async function aTaxpayer(db: Pick<Db, 'prisma'>, brokerId: string): Promise<string> {
  const contact = { phone: '+5511987654321', email: 'conceicao@example.com' };
  const person = {
    name: 'Conceição Araújo de Magalhães',
    federalTaxId: aCpf(),
    address: { ...anAddressInSaoPaulo, number: '12-A' },
    ...contact,
  };
  const { id } = await db.prisma.holder.create({
    data: { id: randomUUID(), brokerId, ...person },
    select: { id: true },
  });
  return id;
}

/** Nine random digits and their two check digits (modulo 11). */
function aCpf(): string {
  const nine = String(randomInt(100_000_000, 1_000_000_000));
  const ten = `${nine}${checkDigit(nine)}`;
  return `${ten}${checkDigit(ten)}`;
}

function checkDigit(digits: string): string {
  const total = [...digits].reduce((sum, digit, place) => sum + Number(digit) * (digits.length + 1 - place), 0);
  return String(((total * 10) % 11) % 10);
}
