import type { ProductComponent } from '@linework/schemas/catalog/product';

/** What a product is to the tax authority. */
export interface Classification {
  /** cClass, seven digits: group 010 is subscriptions. */
  readonly code: string;
  /** Whether it is communication, which ICMS, FUST and FUNTTEL are on, or something of value added to it, which they are not on. */
  readonly isCommunication: boolean;
}

/** Out of the authority's table of items (Tabela de Classificação de Item da NFCom, at the portal of SVRS); it has no subscription of SMS alone. */
const classifications = {
  telephony: { code: '0100101', isCommunication: true },
  internet: { code: '0100401', isCommunication: true },
  valueAdded: { code: '1101101', isCommunication: false },
} as const satisfies Readonly<Record<string, Classification>>;

/** In the order in which they decide: a product with data in it is access to the internet, whatever else it has. */
const byComponent: readonly (readonly [type: ProductComponent['type'], classification: Classification])[] = [
  ['DATA', classifications.internet],
  ['VOICE', classifications.telephony],
  ['SMS', classifications.telephony],
  ['SERVICE', classifications.valueAdded],
];

/** A product's classification by what is in it, as one item; one of which nothing is known is telephony. */
export function classificationOf(types: readonly ProductComponent['type'][]): Classification {
  return byComponent.find(([type]) => types.includes(type))?.[1] ?? classifications.telephony;
}
