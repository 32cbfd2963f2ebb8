import { blockLineRoute } from '@linework/schemas/lines/lines.routes';
import { describeLineOperation } from './line-operation-suite.ts';

await describeLineOperation({
  doing: 'blocking',
  route: blockLineRoute,
  status: 200,
  orderType: 'LINE_BLOCK',
  steps: [
    { orderTypeStepCode: 'LINE_BLOCK.SUSPEND_NETWORK', actionCode: 'network.suspend' },
    { orderTypeStepCode: 'LINE_BLOCK.SUSPEND_RESOURCES', actionCode: 'inventory.suspend' },
  ],
  from: ['ACTIVE', 'BLOCKING_ERROR'],
  pendingStatus: 'BLOCKING',
  requested: 'block',
  rejectedFrom: {
    STAND_BY: ['activate', 'delete'],
    BLOCKED: ['unblock', 'delete'],
    ACTIVATION_ERROR: ['activate', 'unblock', 'delete'],
    TERMINATED: [],
  },
});
