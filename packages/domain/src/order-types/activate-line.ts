import { defineOrderType } from '../orders/order-type.ts';
import { noInput } from './no-input.ts';
import { activateOnNetwork } from './steps/activate-on-network.ts';

export const activateLine = defineOrderType({
  code: 'LINE_ACTIVATION',
  summary: 'Puts a line into service for the first time.',
  line: { request: 'activate', meanwhile: 'ACTIVATING', done: 'ACTIVE', failed: 'ACTIVATION_ERROR' },
  onFailure: 'halt',
  input: noInput,
  steps: [activateOnNetwork],
});
