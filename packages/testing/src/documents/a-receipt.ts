import { buildCollectionSlip } from '@linework/tax-documents/build-collection-slip';
import { calculateLevy } from '@linework/tax-documents/calculate-levy';
import { calculateIbsCbs } from '@linework/tax-documents/ibs-cbs/calculate-ibs-cbs';
import { listUnknownTaxes } from '@linework/tax-documents/model/find-tax-rates';
import type { IbsCbs, Item } from '@linework/tax-documents/model/item';
import type { Address, Receipt, ReceiptRates } from '@linework/tax-documents/model/receipt';
import type { State } from '@linework/tax-documents/model/states';
import { ratesAt } from './tax-rates.ts';

/**
 * An authorised receipt with three items for a person in São Paulo, whose lines are in the issuer's state. Pass only
 * the values that the test needs.
 */
export function aReceipt(changes: Partial<Receipt> = {}): Receipt {
  const state = changes.issuer?.address.state ?? 'SP';
  const receipt = buildReceiptOf2026(changes, state);
  return { ...receipt, ...getKnownRates(receipt), ...changes };
}

/** The rates of its day, if they are known. */
function getKnownRates({ issue, issuer }: Receipt): { readonly taxRates?: ReceiptRates } {
  if (issue === null || Number.isNaN(issue.at.getTime())) return {};
  const found = ratesAt(issue.at, issuer);
  const { unknown: _, ...taxRates } = found;
  return listUnknownTaxes(found, '62').length === 0 ? { taxRates } : {};
}

function buildReceiptOf2026(changes: Partial<Receipt>, state: State): Receipt {
  return {
    documentModel: '62',
    environment: 'PRODUCTION',
    issuer: {
      federalTaxId: '11222333000181',
      stateTaxId: '110042490114',
      name: 'Linework Telecomunicações Ltda.',
      tradeName: 'Linework',
      regime: 'NORMAL',
      address: anAddress({ phone: '1130304040', email: 'fiscal@linework.example' }),
    },
    customer: aCustomer(),
    subscriber: {
      code: 'CLI-000482',
      kind: 'RESIDENTIAL',
      service: 'SEVERAL',
      contract: { number: 'CT-2026-00481', from: '2026-02-01' },
      lines: [
        { number: '11987654321', state },
        { number: '11987654322', state },
      ],
    },
    items: threeItems(),
    billing: {
      month: '2026-11',
      dueOn: '2026-12-10',
      usedFrom: '2026-10-21',
      usedUntil: '2026-11-20',
      slip: buildCollectionSlip({ amount: '89.70', collector: '0482', reference: '202611000004812' }),
      pix:
        '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-426655440000' +
        '5204000053039865802BR5913Linework6009SAO PAULO62070503***63041D3D',
    },
    notes: [
      'Contribuições ao FUST (1%) e ao FUNTTEL (0,5%) do valor dos serviços não são repassadas às tarifas.',
      'Atendimento Anatel: 1331.',
    ],
    issue: {
      series: 1,
      number: 4812,
      at: new Date('2026-11-21T12:41:35Z'),
      code: '7316049',
      cityCode: '3550308',
      consultUrl: 'https://dfe-portal.svrs.rs.gov.br/NFCom/QRCode',
      program: 'Linework 1.0',
    },
    authorisation: { protocol: '3352600000012345', at: new Date('2026-11-21T12:41:37Z'), program: 'Simulador 1.0' },
    cancellation: null,
    ...changes,
  };
}

const aCustomer = (): Receipt['customer'] => ({
  name: 'Conceição Araújo de Magalhães',
  identity: { cpf: '52998224725' },
  address: anAddress({
    street: 'Rua João de Sá & Irmãos',
    number: '12-A',
    complement: 'apto. 31',
    district: 'Água Rasa',
    postalCode: '03181020',
  }),
});

/** A plan, voice with a discount, and digital content outside of ICMS. */
const threeItems = (): readonly Item[] =>
  [
    anItem(),
    anItem({
      code: 'VOZ',
      description: 'Pacote de voz ilimitado',
      unit: 'UNIT',
      quantity: '1',
      unitPrice: '29.90',
      discount: '5.00',
    }),
    anItem({
      code: 'SVA-TV',
      description: 'Conteúdo digital (valor adicionado)',
      classification: '1101101',
      cfop: undefined,
      unit: 'UNIT',
      quantity: '1',
      unitPrice: '14.90',
      taxes: { icms: { kind: 'OUTSIDE' } },
    }),
  ].map(withIbsCbs);

/** An item with the IBS and CBS of 2026. Their default base is 10.00; `withIbsCbs` calculates them from the item. */
export function anItem(changes: { readonly [Key in keyof Item]?: Item[Key] | undefined } = {}): Item {
  const { cfop, taxes, ...others } = {
    code: 'DADOS-20',
    description: 'Plano de dados 20 GB com roaming nacional',
    classification: '0100401',
    cfop: '5307',
    unit: 'GB',
    quantity: '20',
    unitPrice: '2.495',
    taxes: {
      icms: { kind: 'TAXED', ...calculateLevy('49.90', '18'), povertyFund: { rate: '2', amount: '1.00' } },
      pis: { situation: '01', ...calculateLevy('49.90', '0.65') },
      cofins: { situation: '01', ...calculateLevy('49.90', '3') },
      fust: calculateLevy('49.90', '1'),
      funttel: calculateLevy('49.90', '0.5'),
    },
    ...changes,
  } as const;
  const item = { ...others, taxes: { ibsCbs: anIbsCbs(), ...taxes } } as Item;
  return cfop === undefined ? item : { ...item, cfop };
}

/** The full IBS and CBS at the rates of 2026. The default base is 10.00. */
export function anIbsCbs(changes: Partial<IbsCbs> = {}): IbsCbs {
  const shares = {
    state: { rate: '0.1', amount: '0.01' },
    city: { rate: '0', amount: '0.00' },
    cbs: { rate: '0.9', amount: '0.09' },
  };
  return { situation: '000', classification: '000001', base: '10.00', ...shares, ...changes };
}

/** Returns the item with the IBS and CBS of 2026, calculated from its amounts. */
export function withIbsCbs(item: Item): Item {
  const rates = { state: '0.1', city: '0', cbs: '0.9' };
  return {
    ...item,
    taxes: { ...item.taxes, ibsCbs: calculateIbsCbs(item, { situation: '000', classification: '000001' }, rates) },
  };
}

/** Returns the item without the taxes of the tax reform. */
export function withoutIbsCbs({ taxes: { ibsCbs: _, ...taxes }, ...item }: Item): Item {
  return { ...item, taxes };
}

export function anAddress(changes: Partial<Address> = {}): Address {
  return {
    street: 'Avenida Paulista',
    number: '1000',
    district: 'Bela Vista',
    cityCode: '3550308',
    city: 'São Paulo',
    postalCode: '01310100',
    state: 'SP',
    ...changes,
  };
}
