import type { MessagesByCode } from '../partners/create-partner-messages.ts';

/** What the network's codes mean. Its own words may name a subscriber, and are shown to no broker. */
export const networkSentences: MessagesByCode = {
  'unknown-subscriber': 'The register has no subscriber with this IMSI.',
  'foreign-subscriber': 'The subscriber with this IMSI has none of the numbers of the line, and was not changed.',
  'imsi-exists': 'The register has a subscriber with this IMSI already.',
  'msisdn-taken': 'The number belongs to another subscriber.',
  'key-reused': 'The idempotency key was used for another request.',
  undone: 'The call was undone before it arrived.',
};
