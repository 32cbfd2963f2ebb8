import { PassingFault, Refusal } from '@linework/domain/faults';
import type { AuthorityAnswer, TaxAuthority } from '@linework/domain/partners/tax-authority';

/** What is to become of the next call that would change something. `lost` has acted, and its answer does not arrive. */
export type NextCall = 'away' | 'lost' | { readonly refuse: string };

export interface RecordingTaxAuthority extends TaxAuthority {
  /** Orders, each for one call, in their turn. */
  readonly orders: NextCall[];
  /** Access keys in the order in which they were authorised, and those cancelled. */
  readonly authorised: string[];
  readonly canceled: string[];
  /** While it is set nothing is answered. */
  isAway: boolean;
}

/** A tax authority inside the test's own process, which does as it is told and remembers what it did. Its faults over HTTP are the simulator's. */
export function recordingTaxAuthority(): RecordingTaxAuthority {
  const known = new Map<string, { authorisation: AuthorityAnswer; cancellation?: AuthorityAnswer }>();
  const [orders, authorised, canceled]: [NextCall[], string[], string[]] = [[], [], []];
  const answer = (): AuthorityAnswer => ({
    protocol: String(3_352_600_000_000_000 + authorised.length + canceled.length),
    at: new Date(),
    program: 'Recorder',
  });
  const act = async (work: () => AuthorityAnswer): Promise<AuthorityAnswer> => {
    const order = orders.shift();
    if (authority.isAway || order === 'away') throw new PassingFault('away', 'The authority is away.');
    if (typeof order === 'object') throw new Refusal(order.refuse, 'Rejected as ordered.');
    const done = work();
    if (order === 'lost') throw new PassingFault('time-out', 'The answer was lost.');
    return done;
  };
  const authority: RecordingTaxAuthority = {
    orders,
    authorised,
    canceled,
    isAway: false,
    authorise: (_call, { accessKey }) =>
      act(() => {
        if (known.has(accessKey)) throw new Refusal('204', 'Duplicate.');
        authorised.push(accessKey);
        const authorisation = answer();
        known.set(accessKey, { authorisation });
        return authorisation;
      }),
    registerCancellation: (_call, { accessKey }) =>
      act(() => {
        const receipt = known.get(accessKey);
        if (!receipt || receipt.cancellation) throw new Refusal('631', 'Not to be cancelled.');
        canceled.push(accessKey);
        receipt.cancellation = answer();
        return receipt.cancellation;
      }),
    async findReceipt(accessKey) {
      if (authority.isAway) throw new PassingFault('away', 'The authority is away.');
      return known.get(accessKey);
    },
  };
  return authority;
}
