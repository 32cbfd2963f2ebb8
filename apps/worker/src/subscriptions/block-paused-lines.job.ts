import { keepLinesPaused } from '@linework/domain/subscriptions/keep-lines-paused';
import type { MoveDeps } from '@linework/domain/subscriptions/move-due-subscriptions';

export function blockPausedLinesHandler(deps: MoveDeps) {
  return (): Promise<void> => keepLinesPaused(deps);
}
