import { defineAcceptedOperation } from './line-operation.ts';

export const activateLineRoute = defineAcceptedOperation({
  name: 'activateLine',
  method: 'post',
  path: '/lines/{id}/activate',
  summary: 'Activate a line for the first time',
  description: 'The line is ACTIVATING until its order is COMPLETED, and then ACTIVE.',
  scope: 'lines:write',
});
