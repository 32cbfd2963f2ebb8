import type { AuthorityResponse, TaxAuthority } from '@linework/domain/partners/tax-authority';
import { PermanentError, TransientError } from '@linework/domain/system-errors';

/** What is to become of the next call that would change something. `lost` has acted, and its answer does not arrive. */
type NextFailure = 'away' | 'lost' | { readonly refuse: string };

export interface RecordingTaxAuthority extends TaxAuthority {
  /** Orders, each for one call, in their turn. */
  readonly nextFailures: NextFailure[];
  /** Access keys in the order in which they were authorised, and those cancelled. */
  readonly authorised: string[];
  readonly canceled: string[];
  /** While it is set nothing is answered. */
  isAway: boolean;
}

/** A tax authority inside the test's own process, which does as it is told and remembers what it did. Its faults over HTTP are the simulator's. */
export function recordingTaxAuthority(): RecordingTaxAuthority {
  const receipts = new Map<string, { authorisation: AuthorityResponse; cancellation?: AuthorityResponse }>();
  const [nextFailures, authorised, canceled]: [NextFailure[], string[], string[]] = [[], [], []];
  const answer = (): AuthorityResponse => ({
    protocol: String(3_352_600_000_000_000 + authorised.length + canceled.length),
    at: new Date(),
    program: 'Recorder',
  });
  const handleCall = async (work: () => AuthorityResponse): Promise<AuthorityResponse> => {
    const failure = nextFailures.shift();
    if (authority.isAway || failure === 'away') throw new TransientError('away', 'The authority is away.');
    if (typeof failure === 'object') throw new PermanentError(failure.refuse, 'Rejected as ordered.');
    const result = work();
    if (failure === 'lost') throw new TransientError('time-out', 'The answer was lost.');
    return result;
  };
  const authority: RecordingTaxAuthority = {
    nextFailures,
    authorised,
    canceled,
    isAway: false,
    authorise: (_call, { accessKey }) =>
      handleCall(() => {
        if (receipts.has(accessKey)) throw new PermanentError('204', 'Duplicate.');
        authorised.push(accessKey);
        const authorisation = answer();
        receipts.set(accessKey, { authorisation });
        return authorisation;
      }),
    registerCancellation: (_call, { accessKey }) =>
      handleCall(() => {
        const receipt = receipts.get(accessKey);
        if (!receipt || receipt.cancellation) throw new PermanentError('631', 'Not to be cancelled.');
        canceled.push(accessKey);
        receipt.cancellation = answer();
        return receipt.cancellation;
      }),
    async findReceipt(accessKey) {
      if (authority.isAway) throw new TransientError('away', 'The authority is away.');
      return receipts.get(accessKey);
    },
  };
  return authority;
}
