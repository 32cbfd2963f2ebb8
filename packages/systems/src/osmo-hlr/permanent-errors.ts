import { PermanentError } from '@linework/domain/system-errors';

/** The register has no subscriber with the IMSI that was named. */
export function unknownSubscriber(): PermanentError {
  return new PermanentError('unknown-subscriber', 'The register has no subscriber with this IMSI.');
}

/** The IMSI belongs to a subscriber with another number. */
export function imsiExists(): PermanentError {
  return new PermanentError('imsi-exists', 'The register has a subscriber with this IMSI already.');
}

/** The subscriber has none of the numbers that a line may have on the network. */
export function foreignSubscriber(): PermanentError {
  return new PermanentError('foreign-subscriber', 'The subscriber with this IMSI has none of the numbers of the line, and was not changed.');
}

/** The number belongs to a subscriber with another IMSI. */
export function msisdnTaken(): PermanentError {
  return new PermanentError('msisdn-taken', 'The number belongs to another subscriber.');
}

/** Between two SIMs the number was lost sight of, and the caller did not name it. */
export function msisdnUnknown(): PermanentError {
  return new PermanentError('msisdn-unknown', 'The number that belongs to the SIM stands neither in the register nor in the call.');
}
