import { dropIccidPadding, iccidPattern } from '@linework/schemas/inventory/iccid';
import { imsiPattern } from '@linework/schemas/inventory/imsi';
import { msisdnPattern } from '@linework/schemas/inventory/msisdn';
import { isLikeFederalTaxId } from '@linework/tax-documents/model/federal-tax-id';

/** What a text may be. An absent member means that it cannot be this. */
export interface SearchTerms {
  /** In lower case. */
  readonly id?: string;
  /** In E.164 form. */
  readonly msisdns: readonly string[];
  readonly iccId?: string;
  readonly imsi?: string;
  /** CPF or CNPJ without punctuation. */
  readonly federalTaxId?: string;
  /** As it was typed: an external code, a correlation id or a request id. */
  readonly text: string;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const punctuation = /[\s()./-]/g;

/**
 * Reads the text of a search as everything that it may be. Numbers may have blanks and punctuation, as people write
 * them down. Pure.
 */
export function readSearchText(typed: string): SearchTerms {
  const text = typed.trim();
  if (uuid.test(text)) return { id: text.toLowerCase(), msisdns: [], text };
  const compact = dropIccidPadding(text.replace(punctuation, '').toUpperCase());
  return {
    msisdns: /^\+?\d+$/.test(compact) ? [...new Set(listNumbers(compact))] : [],
    ...(iccidPattern.test(compact) && { iccId: compact }),
    ...(imsiPattern.test(compact) && { imsi: compact }),
    ...(isLikeFederalTaxId(compact) && { federalTaxId: compact }),
    text,
  };
}

/**
 * The numbers in E.164 form that the digits may mean: international, national with its area code, or dialled with a 0
 * and a carrier's code.
 */
function listNumbers(compact: string): readonly string[] {
  const international = compact.replace(/^00/, '+');
  if (msisdnPattern.test(international)) return [international];
  const national = compact.replace(/^0/, '');
  const withoutCarrier = compact.startsWith('0') && national.length > 11 ? national.slice(2) : national;
  return [
    ...(/^[1-9]\d{9,10}$/.test(withoutCarrier) ? [`+55${withoutCarrier}`] : []),
    // A number of another country, typed without its plus sign, has as many digits as one of ours.
    ...(/^[1-9]\d{9,14}$/.test(compact) ? [`+${compact}`] : []),
  ];
}
