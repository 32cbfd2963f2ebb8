import type { Item } from './item.ts';
import type { State } from './states.ts';

/**
 * The legal kind of a receipt. `62` is the electronic communication receipt (NFCom): XML, signature and access key.
 * `22` is the paper receipt of telecommunication services that it replaced: it has no XML. `DEBIT_RECEIPT` is a plain
 * receipt that is no fiscal document.
 */
export type DocumentModel = '22' | '62' | 'DEBIT_RECEIPT';

/**
 * A tax receipt with plain names; every document of this package is built from it. Amounts are decimal strings such as
 * "49.90", in BRL.
 */
export interface Receipt {
  readonly documentModel: DocumentModel;
  /** TRIAL is the authority's homologation: the documents say that they have no legal value. */
  readonly environment: 'PRODUCTION' | 'TRIAL';
  readonly issuer: Issuer;
  readonly customer: Customer;
  readonly subscriber: Subscriber;
  readonly items: readonly Item[];
  /** Null for prepaid services, and only for them. */
  readonly billing: Billing | null;
  /** Texts that the law or the issuer requires on the receipt; at most five in the XML. */
  readonly notes: readonly string[];
  /** Texts for the tax authority only. */
  readonly fiscalNote?: string;
  /** The rates of its day of issue; absent in a draft, and in receipts from before rates were kept. */
  readonly taxRates?: ReceiptRates;
  /** Null for a draft. */
  readonly issue: Issue | null;
  /** Null until the tax authority has responded. */
  readonly authorisation: Authorisation | null;
  readonly cancellation: Cancellation | null;
}

/** The taxes whose rates are data. IBS has a part of the state and one of the municipality. */
export const taxNames = ['ICMS', 'PIS', 'COFINS', 'FUST', 'FUNTTEL', 'IBS_STATE', 'IBS_CITY', 'CBS'] as const;
export type TaxName = (typeof taxNames)[number];

/** The rates of a receipt, in percent. A tax that it does not carry has none. */
export interface ReceiptRates {
  /** The day of issue, in the time of the issuer's state. */
  readonly day: string;
  readonly rates: Readonly<Partial<Record<TaxName, string>>>;
  readonly isAddedToTotal: boolean;
}

export interface Issuer {
  /** CNPJ, without punctuation. */
  readonly federalTaxId: string;
  readonly stateTaxId: string;
  readonly name: string;
  readonly tradeName?: string;
  readonly regime: TaxRegime;
  /** Its state is the one in which the receipt is issued. */
  readonly address: Address;
}

/** The two regimes of the Simples Nacional, and the normal one (CRT 1, 2, 3). */
export type TaxRegime = 'SIMPLE' | 'SIMPLE_EXCEEDED' | 'NORMAL';

export interface Customer {
  readonly name: string;
  /** CPF or CNPJ without punctuation, or another document for a customer with neither. */
  readonly identity: { readonly cpf: string } | { readonly cnpj: string } | { readonly other: string };
  /**
   * Digits for a payer of the state tax, "EXEMPT" for a customer who is exempt from enrolling, absent for everybody
   * else.
   */
  readonly stateTaxId?: string;
  /** A draft and a model 22 receipt may lack it; the XML may not. */
  readonly address: Address | null;
}

export interface Address {
  readonly street: string;
  readonly number: string;
  readonly complement?: string;
  readonly district: string;
  /** The municipality's seven digits at IBGE. */
  readonly cityCode: string;
  readonly city: string;
  /** CEP, eight digits. */
  readonly postalCode: string;
  readonly state: State;
  /** National number: area code and number, digits only. */
  readonly phone?: string;
  readonly email?: string;
}

export interface Subscriber {
  /** The issuer's code of the subscriber: 1 to 30 characters without blanks (a UUID is too long). */
  readonly code: string;
  readonly kind:
    | 'BUSINESS'
    | 'INDUSTRY'
    | 'RESIDENTIAL'
    | 'RURAL'
    | 'STATE_BODY'
    | 'TELECOM'
    | 'DIPLOMATIC'
    | 'CHURCH'
    | 'OTHER';
  readonly service: 'TELEPHONY' | 'DATA' | 'TELEVISION' | 'INTERNET' | 'MULTIMEDIA' | 'OTHER' | 'SEVERAL';
  /** At most 15 characters without blanks. */
  readonly contract?: { readonly number: string; readonly from: string; readonly until?: string };
  /** The contract's lines, the main one first; national numbers, digits only. */
  readonly lines: readonly { readonly number: string; readonly state: State }[];
}

export interface Billing {
  /** The month of the bill, YYYY-MM. */
  readonly month: string;
  /** YYYY-MM-DD. */
  readonly dueOn: string;
  readonly usedFrom?: string;
  readonly usedUntil?: string;
  /**
   * The day on which it was paid, if it was paid before the receipt was drafted: the PDF then does not ask for payment.
   */
  readonly paidOn?: string;
  /**
   * The digits of the payment slip: 44 of its bars, or the 47 or 48 that are typed. The XML has them also when the
   * invoice is paid.
   */
  readonly slip: string;
  /** The text of a Pix QR code, or its address. */
  readonly pix?: string;
  readonly directDebitCode?: string;
}

export interface Issue {
  readonly series: number;
  readonly number: number;
  readonly at: Date;
  /** The seven random digits that are stored (cNF); `drawCode()` draws them. They keep others from guessing the key. */
  readonly code: string;
  /** The municipality's seven digits at IBGE, where the service was provided. */
  readonly cityCode: string;
  /** The public look-up address of a receipt, without a query: "https://dfe-portal.svrs.rs.gov.br/NFCom/QRCode". */
  readonly consultUrl: string;
  /** The issuing program and its version, at most 20 characters. */
  readonly program: string;
}

/** The tax authority's authorisation. */
export interface Authorisation {
  /** Sixteen digits. */
  readonly protocol: string;
  readonly at: Date;
  /** The authority's program and its version, at most 20 characters. */
  readonly program: string;
}

interface Cancellation {
  readonly at: Date;
  /** The protocol of the registered event; absent for a discarded draft and for models without an authority. */
  readonly protocol?: string;
}

/** The code of the environment in XML: tpAmb. */
export function getEnvironmentCode({ environment }: Pick<Receipt, 'environment'>): string {
  return environment === 'PRODUCTION' ? '1' : '2';
}
