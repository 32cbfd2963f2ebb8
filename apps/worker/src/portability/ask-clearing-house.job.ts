import { pollDuePortIns } from '@linework/portability/port-ins/poll-due-port-ins';
import { pollDuePortOuts } from '@linework/portability/port-outs/poll-due-port-outs';
import type { PortabilityDeps } from '@linework/portability/portability-deps';

export function askClearingHouseHandler(deps: PortabilityDeps) {
  return async (): Promise<void> => {
    await Promise.all([pollDuePortIns(deps), pollDuePortOuts(deps)]);
  };
}
