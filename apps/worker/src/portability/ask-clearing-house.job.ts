import { askAboutPortIns } from '@linework/domain/portability/ask-about-port-ins';
import { carryOutPortOuts } from '@linework/domain/portability/carry-out-port-outs';
import type { PortabilityDeps } from '@linework/domain/portability/portability-deps';

export function askClearingHouseHandler(deps: PortabilityDeps) {
  return async (): Promise<void> => {
    await Promise.all([askAboutPortIns(deps), carryOutPortOuts(deps)]);
  };
}
