import { defineLineOrder } from './line-order-type.ts';
import { noInput } from './no-input.ts';
import { portOutNumber } from './steps/port-out-number.ts';
import { removeFromNetwork } from './steps/remove-from-network.ts';

export const portOut = defineLineOrder({
  code: 'LINE_PORT_OUT',
  summary: 'Removes a line from the network permanently. Its number moves to another operator.',
  line: {
    request: 'delete',
    pendingStatus: 'TERMINATING',
    successStatus: 'TERMINATED',
    failureStatus: 'TERMINATION_ERROR',
  },
  onFailure: 'halt',
  removesFromNetwork: true,
  input: noInput,
  steps: [removeFromNetwork, portOutNumber],
});
