import { defineOrderType } from '../orders/order-type.ts';
import { noInput } from './no-input.ts';
import { letNumberLeave } from './steps/let-number-leave.ts';
import { removeFromNetwork } from './steps/remove-from-network.ts';

export const portOut = defineOrderType({
  code: 'LINE_PORT_OUT',
  summary: 'Removes a line from the network for good; its number leaves for another operator.',
  line: { request: 'delete', meanwhile: 'TERMINATING', done: 'TERMINATED', failed: 'TERMINATION_ERROR' },
  onFailure: 'halt',
  removes: true,
  input: noInput,
  steps: [removeFromNetwork, letNumberLeave],
});
