import type { ReasonCode } from '@linework/schemas/portability/reason-codes';

/** What each reason code of the clearing house means, in a sentence for the broker. */
export const reasonTexts: Readonly<Record<ReasonCode, string>> = {
  WRONG_DATA: 'The data of the holder are not those that the donor has.',
  NUMBER_UNAVAILABLE: 'The number cannot be ported.',
  REQUEST_RUNNING: 'Another request to port this number is open.',
  NOT_A_CUSTOMER: 'The donor does not know the holder as its customer.',
  WINDOW_UNAVAILABLE: 'The number cannot be ported in the window that was asked for.',
  NUMBER_BLOCKED: 'The number is blocked at the donor.',
  DONOR_UNKNOWN: 'The clearing house does not know the donor.',
};
