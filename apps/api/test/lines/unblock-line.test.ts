import { unblockLineRoute } from '@linework/schemas/lines/lines.routes';
import { describeLineOperation } from './line-operation-suite.ts';

await describeLineOperation({
  doing: 'unblocking',
  route: unblockLineRoute,
  status: 202,
  orderType: 'LINE_UNBLOCK',
  steps: [
    { orderTypeStepCode: 'LINE_UNBLOCK.RESUME_NETWORK', actionCode: 'network.resume' },
    { orderTypeStepCode: 'LINE_UNBLOCK.RESUME_RESOURCES', actionCode: 'inventory.resume' },
  ],
  from: ['BLOCKED', 'ACTIVATION_ERROR'],
  pendingStatus: 'ACTIVATING',
  requested: 'unblock',
  rejectedFrom: { STAND_BY: ['activate', 'delete'], ACTIVE: ['block', 'delete'], TERMINATED: [] },
});
