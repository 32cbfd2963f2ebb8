import { defineOrderType } from '../orders/order-type.ts';
import { noInput } from './no-input.ts';
import { changeMsisdnOnNetwork } from './steps/change-msisdn-on-network.ts';
import { takeNumber } from './steps/take-claims.ts';

export const changeNumber = defineOrderType({
  code: 'LINE_NUMBER_CHANGE',
  summary: 'Gives a line another number; the old one rests.',
  line: { request: 'change-number', stays: ['ACTIVE', 'BLOCKED'] },
  onFailure: 'rollback',
  claims: true,
  input: noInput,
  steps: [changeMsisdnOnNetwork, takeNumber],
});
