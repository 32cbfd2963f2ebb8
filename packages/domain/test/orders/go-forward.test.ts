import { describe, expect, it } from 'vitest';
import { goForward } from '../../src/orders/go-forward.ts';
import type { StepProgress } from '../../src/orders/progress.ts';

const still = { attempts: 0, undoAttempts: 0, granted: 0, undoGranted: 0, started: false, failed: false, finished: false } as const;
const ended = (position: number): StepProgress => ({ ...still, position, from: 'RUNNING', to: 'SUCCESS', error: null, finished: true });
const doneHere = (position: number): StepProgress => ({
  ...still,
  position,
  from: 'PENDING',
  to: 'SUCCESS',
  attempts: 1,
  error: null,
  started: true,
  finished: true,
});
const begun = (position: number): StepProgress => ({ ...still, position, from: 'PENDING', to: 'RUNNING', attempts: 1, started: true });

describe('steps that all went well', () => {
  it.each([
    ['the first call begins', [begun(0)], { first: 0, last: 0, until: 0, running: undefined }],
    ['a call is over and the next begins', [ended(1), begun(2)], { first: 1, last: 2, until: 2, running: 1 }],
    ['the last call is over', [ended(2)], { first: 2, last: 2, until: 3, running: 2 }],
    ['steps of our own lie between two calls', [ended(0), doneHere(1), doneHere(2), begun(3)], { first: 0, last: 3, until: 3, running: 0 }],
    ['steps of our own come last', [ended(0), doneHere(1)], { first: 0, last: 1, until: 2, running: 0 }],
    ['all steps are of our own', [doneHere(0), doneHere(1)], { first: 0, last: 1, until: 2, running: undefined }],
  ])('are one stretch where %s', (_, steps, stretch) => {
    expect(goForward(steps)).toEqual(stretch);
  });

  const refusal = { code: 'refused', detail: 'no' };
  it.each<[string, StepProgress[]]>([
    ['nothing happens', []],
    ['one failed', [{ ...ended(0), to: 'FAILED', error: refusal, failed: true, finished: false }]],
    ['one is to be tried again', [{ ...ended(0), to: 'PENDING', error: refusal, finished: false }]],
    ['one is undone', [{ ...still, position: 1, from: 'ROLLING_BACK', to: 'ROLLED_BACK' }]],
    ['one is granted attempts', [{ ...still, position: 1, from: 'FAILED', to: 'PENDING', granted: 3 }]],
    ['one begins with attempts granted', [{ ...begun(0), granted: 1 }]],
    ['one is skipped', [{ ...still, position: 0, from: 'FAILED', to: 'SUCCESS', error: null, finished: true }]],
    ['one is done and its error stays', [{ ...still, position: 0, from: 'RUNNING', to: 'SUCCESS', finished: true }]],
    ['one begins without its error', [{ ...begun(0), error: null }]],
    ['one between them is left out', [ended(0), begun(2)]],
    ['two begin', [begun(0), begun(1)]],
    ['two were under way', [ended(0), ended(1)]],
  ])('are none where %s', (_, steps) => {
    expect(goForward(steps)).toBeUndefined();
  });
});
