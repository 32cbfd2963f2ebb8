import type { MoveDeps } from '@linework/subscriptions/move-due-subscriptions';
import { reconcilePausedLines } from '@linework/subscriptions/pauses/reconcile-paused-lines';

export function blockPausedLinesHandler(deps: MoveDeps) {
  return (): Promise<void> => reconcilePausedLines(deps);
}
