import type { ProductComponent } from '@linework/schemas/catalog/product';
import type { IbsCbsClass } from '@linework/tax-documents/ibs-cbs/calculate-ibs-cbs';

/** The tax authority's classification of a product. */
export interface Classification {
  /** cClass, seven digits: group 010 is subscriptions. */
  readonly code: string;
  /**
   * Whether it is communication, which is subject to ICMS, FUST and FUNTTEL, or a value-added service, which is not.
   */
  readonly isCommunication: boolean;
}

interface ClassifiedItem extends Classification {
  readonly ibsCbs: IbsCbsClass;
}

/**
 * Fully taxed by IBS and CBS (complementary law 214/2025, article 4): first line of the authority's table of situations
 * and classifications (Tabela de CST e cClassTrib, at the portal of SVRS). That law has no reduced rate for
 * communication or value-added services.
 */
const taxedInFull: IbsCbsClass = { situation: '000', classification: '000001' };

/**
 * From the authority's table of items (Tabela de Classificação de Item da NFCom, at the portal of SVRS); it has no
 * subscription for SMS alone.
 */
const classifications = {
  telephony: { code: '0100101', isCommunication: true, ibsCbs: taxedInFull },
  internet: { code: '0100401', isCommunication: true, ibsCbs: taxedInFull },
  valueAdded: { code: '1101101', isCommunication: false, ibsCbs: taxedInFull },
} as const satisfies Readonly<Record<string, ClassifiedItem>>;

/** In order of precedence: a product with data is internet access, whatever else it contains. */
const classificationsByComponent: readonly (readonly [
  type: ProductComponent['type'],
  classification: Classification,
])[] = [
  ['DATA', classifications.internet],
  ['VOICE', classifications.telephony],
  ['SMS', classifications.telephony],
  ['SERVICE', classifications.valueAdded],
];

/** The classification of a product by its contents, as one item. A product without known contents is telephony. */
export function classifyProduct(types: readonly ProductComponent['type'][]): Classification {
  return classificationsByComponent.find(([type]) => types.includes(type))?.[1] ?? classifications.telephony;
}

/**
 * How IBS and CBS tax an item of a receipt, by its class; undefined for an unknown class. Communication, which has a
 * CFOP, is fully taxed whatever its class: a draft may be older than this table.
 */
export function findIbsCbsClass({
  classification,
  cfop,
}: {
  readonly classification: string;
  readonly cfop?: string;
}): IbsCbsClass | undefined {
  const classified = Object.values(classifications).find(({ code }) => code === classification);
  return classified?.ibsCbs ?? (cfop === undefined ? undefined : taxedInFull);
}
