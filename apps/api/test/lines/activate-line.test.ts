import { activateLineRoute } from '@linework/schemas/lines/activate-line.route';
import { lineOperationSuite } from './line-operation-suite.ts';

await lineOperationSuite({
  doing: 'activating',
  route: activateLineRoute,
  status: 202,
  orderType: 'LINE_ACTIVATION',
  steps: [
    { orderTypeStepCode: 'LINE_ACTIVATION.ACTIVATE_NETWORK', actionCode: 'network.activate' },
    { orderTypeStepCode: 'LINE_ACTIVATION.RESUME_RESOURCES', actionCode: 'inventory.resume' },
  ],
  from: ['STAND_BY', 'ACTIVATION_ERROR'],
  meanwhile: 'ACTIVATING',
  requested: 'activate',
  refusedFrom: { BLOCKED: ['unblock', 'delete'], ACTIVE: ['block', 'delete'], PROVISIONING_ERROR: ['delete'], TERMINATED: [] },
});
