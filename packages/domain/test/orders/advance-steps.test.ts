import { describe, expect, it } from 'vitest';
import { advanceSteps } from '../../src/orders/advance-steps.ts';
import type { StepTransition } from '../../src/orders/transition.ts';

const unchanged = { attempts: 0, undoAttempts: 0, granted: 0, undoGranted: 0, started: false, failed: false, finished: false } as const;
const endedStep = (position: number): StepTransition => ({ ...unchanged, position, from: 'RUNNING', to: 'SUCCESS', error: null, finished: true });
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
const startedStep = (position: number): StepTransition => ({ ...unchanged, position, from: 'PENDING', to: 'RUNNING', attempts: 1, started: true });

describe('steps that all went well', () => {
  it.each([
    ['the first call begins', [startedStep(0)], { first: 0, last: 0, until: 0, running: undefined }],
    ['a call is over and the next begins', [endedStep(1), startedStep(2)], { first: 1, last: 2, until: 2, running: 1 }],
    ['the last call is over', [endedStep(2)], { first: 2, last: 2, until: 3, running: 2 }],
    ['steps of our own lie between two calls', [endedStep(0), localStepDone(1), localStepDone(2), startedStep(3)], { first: 0, last: 3, until: 3, running: 0 }],
    ['steps of our own come last', [endedStep(0), localStepDone(1)], { first: 0, last: 1, until: 2, running: 0 }],
    ['all steps are of our own', [localStepDone(0), localStepDone(1)], { first: 0, last: 1, until: 2, running: undefined }],
  ])('are one stretch where %s', (_, steps, stretch) => {
    expect(advanceSteps(steps)).toEqual(stretch);
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
    ['one is done and its error stays', [{ ...unchanged, position: 0, from: 'RUNNING', to: 'SUCCESS', finished: true }]],
    ['one begins without its error', [{ ...startedStep(0), error: null }]],
    ['one between them is left out', [endedStep(0), startedStep(2)]],
    ['two begin', [startedStep(0), startedStep(1)]],
    ['two were under way', [endedStep(0), endedStep(1)]],
  ])('are none where %s', (_, steps) => {
    expect(advanceSteps(steps)).toBeUndefined();
  });
});
