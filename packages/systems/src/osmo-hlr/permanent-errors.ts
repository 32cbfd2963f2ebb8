import { PermanentError } from '@linework/engine/model/system-errors';

/** The register has no subscriber with this IMSI. */
export function unknownSubscriber(): PermanentError {
  return new PermanentError('unknown-subscriber', 'The register has no subscriber with this IMSI.');
}

/** The IMSI belongs to a subscriber with another number. */
export function imsiExists(): PermanentError {
  return new PermanentError('imsi-exists', 'The register already has a subscriber with this IMSI.');
}

/** The subscriber that was found has the keys of another SIM. Overwritten, they could not be brought back. */
export function keysDiffer(): PermanentError {
  return new PermanentError(
    'keys-differ',
    'The subscriber that the register already has uses other keys than the SIM of the line, and was not changed.',
  );
}

/** The subscriber has none of the numbers that the line may have on the network. */
export function foreignSubscriber(): PermanentError {
  return new PermanentError(
    'foreign-subscriber',
    'The subscriber with this IMSI has none of the numbers of the line, and was not changed.',
  );
}

/** The number belongs to a subscriber with another IMSI. */
export function msisdnTaken(): PermanentError {
  return new PermanentError('msisdn-taken', 'The number belongs to another subscriber.');
}

/** The number was lost between two SIMs, and the caller did not send it. */
export function msisdnUnknown(): PermanentError {
  return new PermanentError('msisdn-unknown', 'The number of the SIM is neither in the register nor in the call.');
}
