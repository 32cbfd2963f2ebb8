import { createHolder } from '@linework/domain/holders/create-holder';
import type { PostalAddress } from '@linework/schemas/holders/postal-address';
import type { DemoDesk } from './demo-desk.ts';

/** By what each of them is there to show. */
export interface DemoHolders {
  /** Pays by card. */
  readonly ana: string;
  /** Is about to pay by Pix, and brings a number along. */
  readonly bruno: string;
  /** A company, whose invoices wait to be approved. */
  readonly bakery: string;
}

const inSaoPaulo = { cityCode: '3550308', city: 'São Paulo', state: 'SP' } as const;

const addresses = {
  ana: { ...inSaoPaulo, street: 'Rua Augusta', number: '1500', complement: 'Apto. 42', district: 'Consolação', postalCode: '01304001' },
  bruno: { ...inSaoPaulo, street: 'Rua Vergueiro', number: '2100', district: 'Vila Mariana', postalCode: '04102000' },
  bakery: { ...inSaoPaulo, street: 'Rua da Consolação', number: '300', district: 'Centro', postalCode: '01302000' },
} as const satisfies Readonly<Record<keyof DemoHolders, PostalAddress>>;

const holders = {
  ana: { name: 'Ana Souza', federalTaxId: '52998224725', email: 'ana@example.com', phone: '+5511912340001', address: addresses.ana },
  bruno: { name: 'Bruno Lima', federalTaxId: '11144477735', email: 'bruno@example.com', phone: '+5511912340002', address: addresses.bruno },
  bakery: { name: 'Padaria Estrela Ltda', federalTaxId: '11222333000181', email: 'padaria@example.com', phone: '+5511912340003', address: addresses.bakery },
} as const;

/** Makes a broker's holders, with everything that a tax receipt asks of a customer. */
export async function layHolders({ db, caller }: DemoDesk): Promise<DemoHolders> {
  const lay = async (who: keyof DemoHolders) => (await createHolder(db, { caller, ...holders[who] })).id;
  return { ana: await lay('ana'), bruno: await lay('bruno'), bakery: await lay('bakery') };
}
