import type { ProductComponent } from '@linework/schemas/catalog/product';
import type { IbsCbsClass } from '@linework/tax-documents/ibs-cbs/calculate-ibs-cbs';

/** What a product is to the tax authority. */
export interface Classification {
  /** cClass, seven digits: group 010 is subscriptions. */
  readonly code: string;
  /** Whether it is communication, which ICMS, FUST and FUNTTEL are on, or something of value added to it, which they are not on. */
  readonly isCommunication: boolean;
}

interface ClassifiedItem extends Classification {
  readonly ibsCbs: IbsCbsClass;
}

/**
 * Taxed in full by IBS and CBS (complementary law 214/2025, article 4): first line of the authority's table of situations and classifications (Tabela
 * de CST e cClassTrib, at the portal of SVRS). Neither communication nor services added to it have a reduced rate in that law.
 */
const taxedInFull: IbsCbsClass = { situation: '000', classification: '000001' };

/** Out of the authority's table of items (Tabela de Classificação de Item da NFCom, at the portal of SVRS); it has no subscription of SMS alone. */
const classifications = {
  telephony: { code: '0100101', isCommunication: true, ibsCbs: taxedInFull },
  internet: { code: '0100401', isCommunication: true, ibsCbs: taxedInFull },
  valueAdded: { code: '1101101', isCommunication: false, ibsCbs: taxedInFull },
} as const satisfies Readonly<Record<string, ClassifiedItem>>;

/** In the order in which they decide: a product with data in it is access to the internet, whatever else it has. */
const classificationsByComponent: readonly (readonly [type: ProductComponent['type'], classification: Classification])[] = [
  ['DATA', classifications.internet],
  ['VOICE', classifications.telephony],
  ['SMS', classifications.telephony],
  ['SERVICE', classifications.valueAdded],
];

/** A product's classification by what is in it, as one item; one of which nothing is known is telephony. */
export function classifyProduct(types: readonly ProductComponent['type'][]): Classification {
  return classificationsByComponent.find(([type]) => types.includes(type))?.[1] ?? classifications.telephony;
}

/**
 * How IBS and CBS tax an item of a receipt, by its class; undefined for a class that is not known here. Communication, which has a CFOP, is taxed in full
 * whatever its class: a draft may be older than this table.
 */
export function findIbsCbsClass({ classification, cfop }: { readonly classification: string; readonly cfop?: string }): IbsCbsClass | undefined {
  const classified = Object.values(classifications).find(({ code }) => code === classification);
  return classified?.ibsCbs ?? (cfop === undefined ? undefined : taxedInFull);
}
