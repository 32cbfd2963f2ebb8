import { acceptedLineOperation } from './line-operation.ts';

export const unblockLineRoute = acceptedLineOperation({
  name: 'unblockLine',
  method: 'post',
  path: '/lines/{id}/unblock',
  summary: 'Put a blocked line back into service',
  scope: 'lines:write',
});
