import { type ReasonCode, reasonCodes } from '@linework/schemas/portability/reason-codes';
import { Refusal } from '../faults.ts';
import { crashPoint } from '../orders/crash-points.ts';
import type { Bilhete, BilheteAnswer } from '../partners/clearing-house.ts';
import { type AgreedWindow, bringNumber } from './bring-number.ts';
import type { DuePortIn } from './due-port-ins.ts';
import { giveUp } from './give-up.ts';
import type { PortabilityDeps } from './portability-deps.ts';
import { reasonTexts } from './reason-texts.ts';
import { type Arrival, recordPortIn } from './record-port-in.ts';

/** A donor that says nothing is asked about once a minute, besides when somebody rings. */
const askedAgainAfterSeconds = 60;

/** Puts a port-in before the clearing house, or asks what became of it, and goes by the answer. */
export async function putForward(deps: PortabilityDeps, portIn: DuePortIn, signal: AbortSignal): Promise<void> {
  const answer = await answerFor(deps, portIn, signal);
  crashPoint('after-clearing-house');
  if (answer === 'not-to-be-asked') return giveUp(deps, portIn, signal, { reasonDetail: 'The holder is anonymised.' });
  if (answer instanceof Refusal) return void (await recordPortIn(deps.db, portIn, refused(answer)));
  const { ticket, status, windowFrom, windowUntil, reasonCode } = answer;
  const said = { ticket, isTold: true, window: { from: windowFrom, until: windowUntil, isPorted: status === 'PORTED' } };
  const why = { reasonCode, reasonDetail: reasonCode && reasonTexts[reasonCode] };
  switch (status) {
    case 'PENDING':
      return void (await recordPortIn(deps.db, portIn, { ...said, status: 'PENDING', again: askedAgainAfterSeconds }));
    case 'CONFLICT':
      return void (await recordPortIn(deps.db, portIn, {
        ...said,
        ...why,
        status: 'CONFLICT',
        reasonCode: reasonCode ?? 'WRONG_DATA',
        reasonDetail: reasonTexts[reasonCode ?? 'WRONG_DATA'],
      }));
    case 'REJECTED':
    case 'CANCELLED':
      return void (await recordPortIn(deps.db, portIn, {
        ...said,
        ...why,
        status: 'ERROR',
        reasonDetail: (status === 'REJECTED' ? why.reasonDetail : undefined) ?? endedThere[status],
      }));
    case 'ACCEPTED':
    case 'PORTED':
      return accept(deps, portIn, said, signal);
  }
}

const endedThere = { REJECTED: 'The donor has rejected it.', CANCELLED: 'It was called off at the clearing house.' };

async function accept(
  deps: PortabilityDeps,
  portIn: DuePortIn,
  said: { readonly ticket: string; readonly isTold: boolean; readonly window: AgreedWindow },
  signal: AbortSignal,
): Promise<void> {
  const outcome = portIn.status === 'PENDING' && portIn.toldRevision === portIn.revision ? await bringNumber(deps, portIn, said.window) : 'not-yet';
  if (outcome === 'not-yet') await recordPortIn(deps.db, portIn, { ...said, status: 'PENDING', isAccepted: true, again: 'window' });
  else if (outcome !== 'on-its-way') await giveUp(deps, portIn, signal, outcome);
}

/** A refusal for a reason that can be put right is a conflict. */
function refused(refusal: Refusal): Arrival {
  const reasonCode = reasonOf(refusal);
  return {
    status: reasonCode === undefined ? 'ERROR' : 'CONFLICT',
    reasonCode,
    reasonDetail: reasonCode === undefined ? refusal.message : reasonTexts[reasonCode],
  };
}

/**
 * What the clearing house says, once it has what stands there. Whoever asked before may have died before the answer was kept:
 * what it knows is not put before it again. Raises a `PassingFault` where there is no answer.
 */
async function answerFor({ clearingHouse }: PortabilityDeps, portIn: DuePortIn, signal: AbortSignal): Promise<BilheteAnswer | Refusal | 'not-to-be-asked'> {
  const { id, revision, toldRevision, ticket, attempt, federalTaxId } = portIn;
  const isNews = toldRevision !== revision;
  const known = !isNews || (ticket === null && attempt > 1) ? await clearingHouse.findBilhete(id, signal) : undefined;
  if (known) return known;
  if (federalTaxId === null) return 'not-to-be-asked';
  const call = { key: `${id}:${revision}`, signal };
  const bilhete = bilheteOf(portIn, federalTaxId);
  return (ticket === null ? clearingHouse.request(call, bilhete) : clearingHouse.correct(call, bilhete)).catch(asItStands);

  /** Refused for no reason of the number's, it has moved on over there. */
  async function asItStands(error: unknown): Promise<BilheteAnswer | Refusal> {
    if (!(error instanceof Refusal)) throw error;
    return reasonOf(error) === undefined ? ((await clearingHouse.findBilhete(id, signal)) ?? error) : error;
  }
}

const reasonOf = ({ code }: Refusal): ReasonCode | undefined => reasonCodes.find((known) => known === code);

function bilheteOf({ id, msisdn, donor, windowFrom, windowUntil }: DuePortIn, federalTaxId: string): Bilhete {
  return { portInId: id, msisdn, donor, federalTaxId, windowFrom, windowUntil };
}
