import { insistThat } from './insist-that.ts';
import type { StepProgress } from './progress.ts';

/**
 * Steps in a row that all went well, as most do: those before `until` are done, and the one at `until` begins, if it is among
 * them. `running` was under way; the others had not begun.
 */
export interface Forward {
  readonly first: number;
  readonly last: number;
  readonly until: number;
  readonly running: number | undefined;
}

/** What these steps come to when all of them went well; undefined when any did something else. */
export function goForward(steps: readonly StepProgress[]): Forward | undefined {
  const [head, tail] = [steps[0], steps.at(-1)];
  if (!head || !tail) return undefined;
  const isForward = steps.every((step, n) => step.position === head.position + n && (isDone(step) || (step === tail && begins(step))));
  if (!isForward || steps.some((step) => step !== head && step.from === 'RUNNING')) return undefined;
  return {
    first: head.position,
    last: tail.position,
    until: begins(tail) ? tail.position : tail.position + 1,
    running: head.from === 'RUNNING' ? head.position : undefined,
  };
}

const isDone = (step: StepProgress) => step.to === 'SUCCESS' && step.error === null && (isFrom(step, 'RUNNING', 0) || isFrom(step, 'PENDING', 1));
const begins = (step: StepProgress) => step.to === 'RUNNING' && step.error === undefined && step.refusedAttempts === undefined && isFrom(step, 'PENDING', 1);

const isFrom = (step: StepProgress, from: StepProgress['from'], attempts: number) =>
  step.from === from && step.attempts === attempts && step.undoAttempts + step.granted + step.undoGranted === 0;

/**
 * The piece of `recordProgress` that writes it, with its columns in the row of its order: to read a row for each step is more than
 * a quarter of what a batch costs.
 */
export const forwardPiece = {
  columns: { first: 'int', last: 'int', until: 'int', running: 'int' },
  text: `forward AS (
    UPDATE order_step o SET
      status = CASE WHEN o.position < m.until THEN 'SUCCESS' ELSE 'RUNNING' END,
      attempt = o.attempt + (o.status = 'PENDING')::int,
      error = CASE WHEN o.position < m.until THEN NULL ELSE o.error END,
      started_at = CASE WHEN o.status = 'PENDING' THEN now() ELSE o.started_at END,
      failed_at = CASE WHEN o.position < m.until THEN NULL ELSE o.failed_at END,
      finished_at = CASE WHEN o.position < m.until THEN now() ELSE o.finished_at END
    FROM moved m
    WHERE o.order_id = m.id AND o.position BETWEEN m.first AND m.last AND o.status = CASE WHEN o.position = m.running THEN 'RUNNING' ELSE 'PENDING' END
    RETURNING 1
  )`,
  insist: insistThat(
    'cardinality(ARRAY(SELECT 1 FROM forward)) = cardinality(ARRAY(SELECT generate_series(m.first, m.last) FROM moved m))',
    'a step is not where its order left it',
  ),
};
