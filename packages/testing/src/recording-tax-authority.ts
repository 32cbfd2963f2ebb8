import { PermanentError, TransientError } from '@linework/engine/model/system-errors';
import type { AuthorityResponse, TaxAuthority } from '@linework/partners/tax-authority';

/** A failure of the next changing call. With `lost` the call takes effect, but its response is lost. */
type NextFailure = 'unavailable' | 'lost' | { readonly refuse: string };

export interface RecordingTaxAuthority extends TaxAuthority {
  /** The failures of the next calls, in order. */
  readonly nextFailures: NextFailure[];
  /** The access keys of the authorised receipts, in order. `canceled` has the cancelled ones. */
  readonly authorised: string[];
  readonly canceled: string[];
  /** While true, every call fails. */
  isUnavailable: boolean;
}

/**
 * A tax authority inside the test process that records its calls and fails on request. The simulator has the HTTP
 * faults.
 */
export function recordingTaxAuthority(): RecordingTaxAuthority {
  const receipts = new Map<string, { authorisation: AuthorityResponse; cancellation?: AuthorityResponse }>();
  const [nextFailures, authorised, canceled]: [NextFailure[], string[], string[]] = [[], [], []];
  const response = (): AuthorityResponse => ({
    protocol: String(3_352_600_000_000_000 + authorised.length + canceled.length),
    at: new Date(),
    program: 'Recorder',
  });
  const handleCall = async (work: () => AuthorityResponse): Promise<AuthorityResponse> => {
    const failure = nextFailures.shift();
    if (authority.isUnavailable || failure === 'unavailable')
      throw new TransientError('unavailable', 'The authority is unavailable.');
    if (typeof failure === 'object') throw new PermanentError(failure.refuse, 'Rejected by the test.');
    const result = work();
    if (failure === 'lost') throw new TransientError('time-out', 'The response was lost.');
    return result;
  };
  const authority: RecordingTaxAuthority = {
    nextFailures,
    authorised,
    canceled,
    isUnavailable: false,
    authorise: (_call, { accessKey }) =>
      handleCall(() => {
        if (receipts.has(accessKey)) throw new PermanentError('204', 'Duplicate.');
        authorised.push(accessKey);
        const authorisation = response();
        receipts.set(accessKey, { authorisation });
        return authorisation;
      }),
    registerCancellation: (_call, { accessKey }) =>
      handleCall(() => {
        const receipt = receipts.get(accessKey);
        if (!receipt || receipt.cancellation) throw new PermanentError('631', 'The receipt cannot be cancelled.');
        canceled.push(accessKey);
        receipt.cancellation = response();
        return receipt.cancellation;
      }),
    async findReceipt(accessKey) {
      if (authority.isUnavailable) throw new TransientError('unavailable', 'The authority is unavailable.');
      return receipts.get(accessKey);
    },
  };
  return authority;
}
