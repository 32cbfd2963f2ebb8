import type { StepTransition } from '../model/transition.ts';
import { assertThat } from './assert-that.ts';

/**
 * Consecutive steps that all succeeded, which is the usual case. The steps from `first` to `last` that are before
 * `until` are finished; if `last` equals `until`, that step starts. `running` is the step that was RUNNING; the others
 * were PENDING.
 */
export interface StepAdvance {
  readonly first: number;
  readonly last: number;
  readonly until: number;
  readonly running: number | undefined;
}

/** Summarizes the transitions of consecutive steps if all of them succeeded or started; otherwise undefined. */
export function advanceSteps(steps: readonly StepTransition[]): StepAdvance | undefined {
  const [firstStep, lastStep] = [steps[0], steps.at(-1)];
  if (!firstStep || !lastStep) return undefined;
  const isAdvance = steps.every(
    (step, n) => step.position === firstStep.position + n && (isDone(step) || (step === lastStep && isStarted(step))),
  );
  if (!isAdvance || steps.some((step) => step !== firstStep && step.from === 'RUNNING')) return undefined;
  return {
    first: firstStep.position,
    last: lastStep.position,
    until: isStarted(lastStep) ? lastStep.position : lastStep.position + 1,
    running: firstStep.from === 'RUNNING' ? firstStep.position : undefined,
  };
}

const isDone = (step: StepTransition) =>
  step.to === 'SUCCESS' &&
  step.error === null &&
  step.awaited === undefined &&
  step.found === undefined &&
  (startsFrom(step, 'RUNNING', 0) || startsFrom(step, 'PENDING', 1));
const isStarted = (step: StepTransition) =>
  step.to === 'RUNNING' &&
  step.error === undefined &&
  step.refusedAttempts === undefined &&
  step.found === undefined &&
  startsFrom(step, 'PENDING', 1);

const startsFrom = (step: StepTransition, from: StepTransition['from'], attempts: number) =>
  step.from === from && step.attempts === attempts && step.undoAttempts + step.granted + step.undoGranted === 0;

/**
 * The fragment of `commitTransition` that writes a step advance. Its columns are part of the order's row, because
 * reading one row per step took more than a quarter of the time of a batch.
 */
export const advanceFragment = {
  columns: { first: 'int', last: 'int', until: 'int', running: 'int' },
  text: `advanced AS (
    UPDATE order_step o
    SET
      status = CASE WHEN o.position < m.until THEN 'SUCCESS' ELSE 'RUNNING' END,
      attempt = o.attempt + (o.status = 'PENDING')::int,
      error = CASE WHEN o.position < m.until THEN NULL ELSE o.error END,
      started_at = CASE WHEN o.status = 'PENDING' THEN now() ELSE o.started_at END,
      failed_at = CASE WHEN o.position < m.until THEN NULL ELSE o.failed_at END,
      finished_at = CASE WHEN o.position < m.until THEN now() ELSE o.finished_at END
    FROM moved m
    WHERE o.order_id = m.id AND o.position BETWEEN m.first AND m.last
      AND o.status = CASE WHEN o.position = m.running THEN 'RUNNING' ELSE 'PENDING' END
    RETURNING 1
  )`,
  assertion: assertThat(
    'cardinality(ARRAY(SELECT 1 FROM advanced)) = ' +
      'cardinality(ARRAY(SELECT generate_series(m.first, m.last) FROM moved m))',
    'a step does not have the expected status',
  ),
};
