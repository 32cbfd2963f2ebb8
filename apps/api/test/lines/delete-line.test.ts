import { deleteLineByVerbRoute, deleteLineRoute } from '@linework/schemas/lines/lines.routes';
import { describeLineOperation } from './line-operation-suite.ts';

const deletion = {
  status: 202,
  orderType: 'LINE_TERMINATION',
  steps: [
    { orderTypeStepCode: 'LINE_TERMINATION.REMOVE_FROM_NETWORK', actionCode: 'network.remove' },
    { orderTypeStepCode: 'LINE_TERMINATION.LET_RESOURCES_GO', actionCode: 'inventory.let-go' },
  ],
  from: [
    'ACTIVE',
    'STAND_BY',
    'BLOCKED',
    'PROVISIONING_ERROR',
    'ACTIVATION_ERROR',
    'BLOCKING_ERROR',
    'TERMINATION_ERROR',
  ],
  pendingStatus: 'TERMINATING',
  requested: 'delete',
  rejectedFrom: { TERMINATED: [] },
} as const;

await describeLineOperation({ ...deletion, doing: 'deleting by POST', route: deleteLineRoute });
await describeLineOperation({ ...deletion, doing: 'deleting by DELETE', route: deleteLineByVerbRoute });
