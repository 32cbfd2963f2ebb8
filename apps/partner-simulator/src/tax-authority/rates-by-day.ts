/** The rates of IBS and CBS, in millionths, and what else the authority requires from a day on. */
export interface RatesOfDay {
  readonly from: string;
  readonly state: bigint;
  readonly city: bigint;
  /** Undefined as long as it is not published: no receipt is authorised then. */
  readonly cbs: bigint | undefined;
  readonly isAddedToTotal: boolean;
  /**
   * CRT of the Simples Nacional (1, 2) and of single traders (4), while they need no groups (exception of validation
   * 310).
   */
  readonly exemptRegimes: readonly string[];
  /** PIS and COFINS end with 2026 (constitutional amendment 132/2023, article 126 of the transitional act). */
  readonly hasContributions: boolean;
}

/** The authority's own table: it is not that of Linework. */
const published: readonly RatesOfDay[] = [
  {
    from: '2026-01-01',
    state: 1_000n,
    city: 0n,
    cbs: 9_000n,
    isAddedToTotal: false,
    exemptRegimes: ['1', '2', '4'],
    hasContributions: true,
  },
  {
    from: '2027-01-01',
    state: 500n,
    city: 500n,
    cbs: undefined,
    isAddedToTotal: true,
    exemptRegimes: [],
    hasContributions: false,
  },
];

/** The first day of which nothing is known. */
const unknownFrom = '2029-01-01';

export interface AuthorityRates {
  /** The rates of a day; undefined before 2026, and UNKNOWN from 2029 on. */
  readonly find: (day: string) => RatesOfDay | 'UNKNOWN' | undefined;
  /** Sets the rate of CBS from a day on, in percent: no act has, so a test or a person does. */
  readonly publishCbs: (from: string, rate: string) => void;
}

export function createAuthorityRates(): AuthorityRates {
  const rows = [...published];
  const find = (day: string) =>
    day >= unknownFrom
      ? 'UNKNOWN'
      : rows
          .filter(({ from }) => from <= day)
          .toSorted((a, b) => a.from.localeCompare(b.from))
          .at(-1);
  return {
    find,
    publishCbs(from, rate) {
      const known = find(from);
      if (known === undefined || known === 'UNKNOWN') throw new RangeError(`Nothing is known of ${from}.`);
      const [whole = '0', part = ''] = rate.split('.');
      rows.push({ ...known, from, cbs: BigInt(`${whole}${part.padEnd(4, '0')}`) });
    },
  };
}
