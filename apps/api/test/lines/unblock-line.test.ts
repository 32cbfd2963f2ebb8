import { unblockLineRoute } from '@linework/schemas/lines/unblock-line.route';
import { lineOperationSuite } from './line-operation-suite.ts';

await lineOperationSuite({
  doing: 'unblocking',
  route: unblockLineRoute,
  status: 202,
  orderType: 'LINE_UNBLOCK',
  steps: [
    { orderTypeStepCode: 'LINE_UNBLOCK.RESUME_NETWORK', actionCode: 'network.resume' },
    { orderTypeStepCode: 'LINE_UNBLOCK.RESUME_RESOURCES', actionCode: 'inventory.resume' },
  ],
  from: ['BLOCKED', 'ACTIVATION_ERROR'],
  meanwhile: 'ACTIVATING',
  requested: 'unblock',
  refusedFrom: { STAND_BY: ['activate', 'delete'], ACTIVE: ['block', 'delete'], TERMINATED: [] },
});
