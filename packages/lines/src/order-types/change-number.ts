import { defineLineOrder } from './line-order-type.ts';
import { noInput } from './no-input.ts';
import { changeMsisdnOnNetwork } from './steps/change-msisdn-on-network.ts';
import { consumeClaimedNumber } from './steps/consume-claims.ts';

export const changeNumber = defineLineOrder({
  code: 'LINE_NUMBER_CHANGE',
  summary: 'Gives a line another number. The old number goes into quarantine.',
  line: { request: 'change-number', allowedStatuses: ['ACTIVE', 'BLOCKED'] },
  onFailure: 'rollback',
  claimsResources: true,
  input: noInput,
  steps: [changeMsisdnOnNetwork, consumeClaimedNumber],
});
