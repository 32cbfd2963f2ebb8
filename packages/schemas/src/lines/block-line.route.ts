import { answeredLineOperation } from './line-operation.ts';

export const blockLineRoute = answeredLineOperation({
  name: 'blockLine',
  method: 'post',
  path: '/lines/{id}/block',
  summary: 'Take an active line out of service for the time being',
  scope: 'lines:write',
});
