import { defineAcceptedOperation } from './line-operation.ts';

export const unblockLineRoute = defineAcceptedOperation({
  name: 'unblockLine',
  method: 'post',
  path: '/lines/{id}/unblock',
  summary: 'Unblock a line',
  description: 'The line is ACTIVATING until its order is COMPLETED, and then ACTIVE.',
  scope: 'lines:write',
});
