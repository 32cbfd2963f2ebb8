import { reachCrashPoint } from '@linework/engine/model/crash-points';
import { PermanentError } from '@linework/engine/model/system-errors';
import type { Bilhete, BilheteResponse } from '@linework/partners/clearing-house';
import { type ReasonCode, reasonCodes } from '@linework/schemas/portability/reason-codes';
import type { PortabilityDeps } from '../portability-deps.ts';
import { abandonPortIn } from './abandon-port-in.ts';
import type { DuePortIn } from './due-port-ins.ts';
import { type PortInChange, recordPortIn } from './record-port-in.ts';
import { type AgreedWindow, startPortInOrder } from './start-port-in-order.ts';

/** The meaning of each reason code of the clearing house, as a sentence for the broker. */
const reasonTexts: Readonly<Record<ReasonCode, string>> = {
  WRONG_DATA: "The holder's data do not match the data of the donor.",
  NUMBER_UNAVAILABLE: 'The number cannot be ported.',
  REQUEST_RUNNING: 'Another request to port this number is open.',
  NOT_A_CUSTOMER: 'The donor does not know the holder as its customer.',
  WINDOW_UNAVAILABLE: 'The number cannot be ported in the requested window.',
  NUMBER_BLOCKED: 'The number is blocked at the donor.',
  DONOR_UNKNOWN: 'The clearing house does not know the donor.',
};

/** A silent donor is queried once a minute, in addition to notifications. */
const pollAfterSeconds = 60;

/** Submits a port-in to the clearing house, or queries its state, and acts on the response. */
export async function submitPortIn(deps: PortabilityDeps, portIn: DuePortIn, signal: AbortSignal): Promise<void> {
  const response = await fetchResponse(deps, portIn, signal);
  reachCrashPoint('after-clearing-house');
  if (response === 'tax-id-erased')
    return abandonPortIn(deps, portIn, signal, { reasonDetail: 'The holder is anonymised.' });
  if (response instanceof PermanentError) return void (await recordPortIn(deps.db, portIn, describeRefusal(response)));
  const { ticket, status, windowFrom, windowUntil, reasonCode } = response;
  const change = {
    ticket,
    isSubmitted: true,
    window: { from: windowFrom, until: windowUntil, isPorted: status === 'PORTED' },
  };
  const reason = { reasonCode, reasonDetail: reasonCode && reasonTexts[reasonCode] };
  switch (status) {
    case 'PENDING':
      return void (await recordPortIn(deps.db, portIn, { ...change, status: 'PENDING', retryIn: pollAfterSeconds }));
    case 'CONFLICT':
      return void (await recordPortIn(deps.db, portIn, {
        ...change,
        ...reason,
        status: 'CONFLICT',
        reasonCode: reasonCode ?? 'WRONG_DATA',
        reasonDetail: reasonTexts[reasonCode ?? 'WRONG_DATA'],
      }));
    case 'REJECTED':
    case 'CANCELLED':
      return void (await recordPortIn(deps.db, portIn, {
        ...change,
        ...reason,
        status: 'ERROR',
        reasonDetail: (status === 'REJECTED' ? reason.reasonDetail : undefined) ?? endReasons[status],
      }));
    case 'ACCEPTED':
    case 'PORTED':
      return acceptPortIn(deps, portIn, change, signal);
  }
}

const endReasons = { REJECTED: 'The donor has rejected it.', CANCELLED: 'It was cancelled at the clearing house.' };

async function acceptPortIn(
  deps: PortabilityDeps,
  portIn: DuePortIn,
  change: { readonly ticket: string; readonly isSubmitted: boolean; readonly window: AgreedWindow },
  signal: AbortSignal,
): Promise<void> {
  const outcome =
    portIn.status === 'PENDING' && portIn.acknowledgedRevision === portIn.revision
      ? await startPortInOrder(deps, portIn, change.window)
      : 'window-not-open';
  if (outcome === 'window-not-open')
    await recordPortIn(deps.db, portIn, { ...change, status: 'PENDING', isAccepted: true, retryIn: 'window' });
  else if (outcome !== 'handled') await abandonPortIn(deps, portIn, signal, outcome);
}

/** A rejection for a reason that the client can correct is a conflict. */
function describeRefusal(refusal: PermanentError): PortInChange {
  const reasonCode = findReasonCode(refusal);
  return {
    status: reasonCode === undefined ? 'ERROR' : 'CONFLICT',
    reasonCode,
    reasonDetail: reasonCode === undefined ? refusal.message : reasonTexts[reasonCode],
  };
}

/**
 * The state at the clearing house, once it has the current revision. An earlier worker may have died before it stored
 * the response: a known revision is not submitted again. Raises a `TransientError` without a response.
 */
async function fetchResponse(
  { clearingHouse }: PortabilityDeps,
  portIn: DuePortIn,
  signal: AbortSignal,
): Promise<BilheteResponse | PermanentError | 'tax-id-erased'> {
  const { id, revision, acknowledgedRevision, ticket, attempt, federalTaxId } = portIn;
  const isUnsubmitted = acknowledgedRevision !== revision;
  const existing =
    !isUnsubmitted || (ticket === null && attempt > 1) ? await clearingHouse.findBilhete(id, signal) : undefined;
  if (existing) return existing;
  if (federalTaxId === null) return 'tax-id-erased';
  const call = { key: `${id}:${revision}`, signal };
  const bilhete = buildBilhete(portIn, federalTaxId);
  return (ticket === null ? clearingHouse.request(call, bilhete) : clearingHouse.correct(call, bilhete)).catch(
    findExisting,
  );

  /** The rejection has no reason about the number: the bilhete has changed at the clearing house. */
  async function findExisting(error: unknown): Promise<BilheteResponse | PermanentError> {
    if (!(error instanceof PermanentError)) throw error;
    return findReasonCode(error) === undefined ? ((await clearingHouse.findBilhete(id, signal)) ?? error) : error;
  }
}

const findReasonCode = ({ code }: PermanentError): ReasonCode | undefined =>
  reasonCodes.find((known) => known === code);

function buildBilhete({ id, msisdn, donor, windowFrom, windowUntil }: DuePortIn, federalTaxId: string): Bilhete {
  return { portInId: id, msisdn, donor, federalTaxId, windowFrom, windowUntil };
}
