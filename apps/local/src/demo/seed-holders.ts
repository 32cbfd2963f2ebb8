import { createHolder } from '@linework/holders/create-holder';
import type { PostalAddress } from '@linework/schemas/holders/postal-address';
import type { DemoContext } from './demo-context.ts';

/** The ids of the holders of a demo broker. */
export interface DemoHolders {
  /** A person who pays by card. */
  readonly ana: string;
  /** A person with a pending Pix authorisation and a port-in. */
  readonly bruno: string;
  /** A company whose invoices need approval. */
  readonly bakery: string;
}

const inSaoPaulo = { cityCode: '3550308', city: 'São Paulo', state: 'SP' } as const;

const addresses = {
  ana: {
    ...inSaoPaulo,
    street: 'Rua Augusta',
    number: '1500',
    complement: 'Apto. 42',
    district: 'Consolação',
    postalCode: '01304001',
  },
  bruno: { ...inSaoPaulo, street: 'Rua Vergueiro', number: '2100', district: 'Vila Mariana', postalCode: '04102000' },
  bakery: { ...inSaoPaulo, street: 'Rua da Consolação', number: '300', district: 'Centro', postalCode: '01302000' },
} as const satisfies Readonly<Record<keyof DemoHolders, PostalAddress>>;

const holders = {
  ana: {
    name: 'Ana Souza',
    federalTaxId: '52998224725',
    email: 'ana@example.com',
    phone: '+5511912340001',
    address: addresses.ana,
  },
  bruno: {
    name: 'Bruno Lima',
    federalTaxId: '11144477735',
    email: 'bruno@example.com',
    phone: '+5511912340002',
    address: addresses.bruno,
  },
  bakery: {
    name: 'Padaria Estrela Ltda',
    federalTaxId: '11222333000181',
    email: 'padaria@example.com',
    phone: '+5511912340003',
    address: addresses.bakery,
  },
} as const;

/** Creates the holders of a broker, with all data that a tax receipt requires of a customer. */
export async function seedHolders({ db, caller }: DemoContext): Promise<DemoHolders> {
  const seed = async (name: keyof DemoHolders) => (await createHolder(db, { caller, ...holders[name] })).id;
  return { ana: await seed('ana'), bruno: await seed('bruno'), bakery: await seed('bakery') };
}
