export interface Item {
  readonly code: string;
  readonly description: string;
  /** The item's class in the authority's table (cClass), seven digits. */
  readonly classification: string;
  /** Absent when the item is not subject to ICMS, and only then. */
  readonly cfop?: string;
  readonly unit: 'MINUTE' | 'MB' | 'GB' | 'UNIT';
  /** At most four decimals. */
  readonly quantity: string;
  /** At most eight decimals. The item's amount is quantity times unit price, rounded half-even to cents. */
  readonly unitPrice: string;
  readonly discount?: string;
  readonly surcharge?: string;
  /** The day on which a purchased credit expires, YYYY-MM-DD. */
  readonly creditUntil?: string;
  readonly note?: string;
  readonly taxes: ItemTaxes;
}

export interface ItemTaxes {
  readonly icms: Icms;
  readonly pis?: Contribution;
  readonly cofins?: Contribution;
  readonly fust?: Levy;
  readonly funttel?: Levy;
  /** Absent in a draft: the day of issue decides the rates. */
  readonly ibsCbs?: IbsCbs;
}

/** IBS and CBS, the taxes of the reform (complementary law 214/2025). */
export interface IbsCbs {
  /** CST, three digits. */
  readonly situation: string;
  /** cClassTrib, six digits that begin with those of the situation. */
  readonly classification: string;
  readonly base: string;
  /** IBS of the state and of the municipality. */
  readonly state: Share;
  readonly city: Share;
  readonly cbs: Share;
}

/** A base, a rate in percent, and its amount; `calculateLevy` builds one. */
export interface Levy {
  readonly base: string;
  readonly rate: string;
  readonly amount: string;
}

/** The tax situation (CST) of PIS and COFINS. */
export interface Contribution extends Levy {
  readonly situation: '01' | '02' | '06' | '07' | '08' | '09' | '49';
}

/** ICMS by tax situation: 00, 20, 40, 41, 51, 90, the Simples Nacional, or outside ICMS. */
export type Icms =
  | ({ readonly kind: 'TAXED'; readonly povertyFund?: Share } & Levy)
  | ({
      readonly kind: 'REDUCED';
      readonly reduction: string;
      readonly relief?: Relief;
      readonly povertyFund?: Share;
    } & Levy)
  | { readonly kind: 'EXEMPT' | 'UNTAXED' | 'DEFERRED'; readonly relief?: Relief }
  | ({ readonly kind: 'OTHER'; readonly relief?: Relief; readonly povertyFund?: Share } & Levy)
  | { readonly kind: 'SIMPLE' }
  | { readonly kind: 'OUTSIDE' };

/**
 * A rate in percent and its amount, on a base that is stored beside it: the share of the state's fund against poverty
 * (FCP), a state's part of IBS.
 */
export interface Share {
  readonly rate: string;
  readonly amount: string;
}

/** Tax that is waived under the state's benefit with that code. */
export interface Relief {
  readonly amount: string;
  readonly benefit: string;
}
