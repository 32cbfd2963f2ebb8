import type { MoveDeps } from '@linework/domain/subscriptions/move-due-subscriptions';
import { reconcilePausedLines } from '@linework/domain/subscriptions/reconcile-paused-lines';

export function blockPausedLinesHandler(deps: MoveDeps) {
  return (): Promise<void> => reconcilePausedLines(deps);
}
