import { defineLineOrder, noInput } from './line-order-type.ts';
import { activateOnNetwork, resumeResources } from './steps/set-service-state.ts';

export const activateLine = defineLineOrder({
  code: 'LINE_ACTIVATION',
  summary: 'Puts a line into service for the first time.',
  line: {
    request: 'activate',
    pendingStatus: 'ACTIVATING',
    successStatus: 'ACTIVE',
    failureStatus: 'ACTIVATION_ERROR',
  },
  onFailure: 'halt',
  input: noInput,
  // A line whose unblock order failed can be activated instead. Then the resources that its block suspended have to be
  // resumed too.
  steps: [activateOnNetwork, resumeResources],
});
