import { describe, expect, it } from 'vitest';
import type { StepTransition } from '../src/model/transition.ts';
import { advanceSteps } from '../src/store/commit-statement.ts';

const unchanged = {
  attempts: 0,
  undoAttempts: 0,
  granted: 0,
  undoGranted: 0,
  started: false,
  failed: false,
  finished: false,
} as const;
const endedStep = (position: number): StepTransition => ({
  ...unchanged,
  position,
  from: 'RUNNING',
  to: 'SUCCESS',
  error: null,
  finished: true,
});
const localStepDone = (position: number): StepTransition => ({
  ...unchanged,
  position,
  from: 'PENDING',
  to: 'SUCCESS',
  attempts: 1,
  error: null,
  started: true,
  finished: true,
});
const startedStep = (position: number): StepTransition => ({
  ...unchanged,
  position,
  from: 'PENDING',
  to: 'RUNNING',
  attempts: 1,
  started: true,
});

describe('consecutive successful steps', () => {
  it.each([
    ['the first call starts', [startedStep(0)], { first: 0, last: 0, until: 0, running: undefined }],
    [
      'a call ends and the next one starts',
      [endedStep(1), startedStep(2)],
      { first: 1, last: 2, until: 2, running: 1 },
    ],
    ['the last call ends', [endedStep(2)], { first: 2, last: 2, until: 3, running: 2 }],
    [
      'local steps are between two calls',
      [endedStep(0), localStepDone(1), localStepDone(2), startedStep(3)],
      { first: 0, last: 3, until: 3, running: 0 },
    ],
    ['local steps come last', [endedStep(0), localStepDone(1)], { first: 0, last: 1, until: 2, running: 0 }],
    ['all steps are local', [localStepDone(0), localStepDone(1)], { first: 0, last: 1, until: 2, running: undefined }],
  ])('are one advance when %s', (_, steps, advance) => {
    expect(advanceSteps(steps)).toEqual(advance);
  });

  const refusal = { code: 'refused', detail: 'no' };
  it.each<[string, StepTransition[]]>([
    ['nothing happens', []],
    ['one failed', [{ ...endedStep(0), to: 'FAILED', error: refusal, failed: true, finished: false }]],
    ['one is to be tried again', [{ ...endedStep(0), to: 'PENDING', error: refusal, finished: false }]],
    ['one is undone', [{ ...unchanged, position: 1, from: 'ROLLING_BACK', to: 'ROLLED_BACK' }]],
    ['one is granted attempts', [{ ...unchanged, position: 1, from: 'FAILED', to: 'PENDING', granted: 3 }]],
    ['one begins with attempts granted', [{ ...startedStep(0), granted: 1 }]],
    ['one is skipped', [{ ...unchanged, position: 0, from: 'FAILED', to: 'SUCCESS', error: null, finished: true }]],
    [
      'one is done and its error stays',
      [{ ...unchanged, position: 0, from: 'RUNNING', to: 'SUCCESS', finished: true }],
    ],
    ['one begins without its error', [{ ...startedStep(0), error: null }]],
    ['one between them is left out', [endedStep(0), startedStep(2)]],
    ['two begin', [startedStep(0), startedStep(1)]],
    ['two were under way', [endedStep(0), endedStep(1)]],
  ])('are none where %s', (_, steps) => {
    expect(advanceSteps(steps)).toBeUndefined();
  });
});
