import { defineAcceptedOperation } from './line-operation.ts';

const summary = 'Delete a line';
const description =
  'The line is TERMINATING until its order is COMPLETED, and then TERMINATED. It is removed from the network permanently.';

/** The operation is a POST on the line, as the public contract defines it. */
export const deleteLineRoute = defineAcceptedOperation({
  name: 'deleteLine',
  method: 'post',
  path: '/lines/{id}',
  summary,
  description,
  scope: 'lines:delete',
});

/** The same operation as a DELETE. */
export const deleteLineByVerbRoute = defineAcceptedOperation({
  name: 'deleteLineByVerb',
  method: 'delete',
  path: '/lines/{id}',
  summary,
  description,
  scope: 'lines:delete',
});
