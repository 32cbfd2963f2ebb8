import type { MessagesByCode } from '../partners/create-partner-messages.ts';

/** The meaning of the network's codes. Its own texts may name a subscriber, and are shown to no broker. */
export const networkSentences: MessagesByCode = {
  'unknown-subscriber': 'The register has no subscriber with this IMSI.',
  'foreign-subscriber': 'The subscriber with this IMSI has none of the numbers of the line, and was not changed.',
  'imsi-exists': 'The register already has a subscriber with this IMSI.',
  'msisdn-taken': 'The number belongs to another subscriber.',
  'key-reused': 'The idempotency key was used for another request.',
  'unknown-operation': 'The network does not know the call that it has accepted.',
  undone: 'The call was undone before it arrived.',
};
