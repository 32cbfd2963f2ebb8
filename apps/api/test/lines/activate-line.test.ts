import { activateLineRoute } from '@linework/schemas/lines/lines.routes';
import { describeLineOperation } from './line-operation-suite.ts';

await describeLineOperation({
  doing: 'activating',
  route: activateLineRoute,
  status: 202,
  orderType: 'LINE_ACTIVATION',
  steps: [
    { orderTypeStepCode: 'LINE_ACTIVATION.ACTIVATE_NETWORK', actionCode: 'network.activate' },
    { orderTypeStepCode: 'LINE_ACTIVATION.RESUME_RESOURCES', actionCode: 'inventory.resume' },
  ],
  from: ['STAND_BY', 'ACTIVATION_ERROR'],
  pendingStatus: 'ACTIVATING',
  requested: 'activate',
  rejectedFrom: {
    BLOCKED: ['unblock', 'delete'],
    ACTIVE: ['block', 'delete'],
    PROVISIONING_ERROR: ['delete'],
    TERMINATED: [],
  },
});
