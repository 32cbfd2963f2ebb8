import { askAboutPortIns } from '@linework/domain/portability/ask-about-port-ins';
import { carryOutPortOuts } from '@linework/domain/portability/carry-out-port-outs';
import type { PortabilityDeps } from '@linework/domain/portability/portability-deps';

/** One run at a time in each process: a clearing house that does not answer shall not take every place that clocks run in. */
export function askClearingHouseHandler(deps: PortabilityDeps) {
  let atWork = false;
  return async (): Promise<void> => {
    if (atWork) return;
    atWork = true;
    try {
      await Promise.all([askAboutPortIns(deps), carryOutPortOuts(deps)]);
    } finally {
      atWork = false;
    }
  };
}
