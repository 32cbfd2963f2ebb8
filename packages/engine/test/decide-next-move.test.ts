import type { OrderStatus } from '@linework/schemas/lifecycles/order.lifecycle';
import type { OrderStepStatus } from '@linework/schemas/lifecycles/order-step.lifecycle';
import { describe, expect, it } from 'vitest';
import type { StepView } from '../src/model/decision-view.ts';
import { decideNextMove, isPastPointOfNoReturn, type Move, mayHaveEffect } from '../src/planning/decide-next-move.ts';

/**
 * `P` is PENDING between two attempts. `K` was skipped by an operator. `Q` and `g` are PENDING and FAILED after
 * attempts that were all refused, and `w` is RUNNING with a call that its system has accepted. An exclamation mark is a
 * point of no return.
 */
const letters: Record<string, OrderStepStatus> = {
  p: 'PENDING',
  P: 'PENDING',
  r: 'RUNNING',
  w: 'RUNNING',
  s: 'SUCCESS',
  f: 'FAILED',
  Q: 'PENDING',
  g: 'FAILED',
  k: 'SKIPPED',
  K: 'SKIPPED',
  u: 'ROLLING_BACK',
  b: 'ROLLED_BACK',
  x: 'ROLLBACK_FAILED',
};

function parseSteps(text: string): StepView[] {
  return [...text.matchAll(/(\w)(!?)/g)].map(([, letter = '', mark], position) => {
    const status = letters[letter];
    if (!status) throw new Error(`no status has the letter ${letter}`);
    const attempt = letter === 'p' || letter === 'k' ? 0 : 1;
    return {
      position,
      status,
      attempt,
      refusedAttempts: letter === 'Q' || letter === 'g' ? attempt : 0,
      isAwaited: letter === 'w',
      pointOfNoReturn: mark === '!',
    };
  });
}

const execute = (position: number): Move => ({ move: 'execute', position });
const undo = (position: number): Move => ({ move: 'undo', position });
const finish = (status: OrderStatus): Move => ({ move: 'settle', status });
const startCompensation: Move = { move: 'start-compensation' };
const settled: Move = { move: 'settled' };

type Row = readonly [OrderStatus, 'halt' | 'rollback', string, Move];

const table: readonly Row[] = [
  ['PENDING', 'halt', 'ppp', execute(0)],
  ['PENDING', 'halt', 'Ppp', execute(0)],
  ['IN_PROGRESS', 'halt', 'rpp', execute(0)],
  ['IN_PROGRESS', 'halt', 'spp', execute(1)],
  ['IN_PROGRESS', 'halt', 'sPp', execute(1)],
  ['IN_PROGRESS', 'halt', 'skp', execute(2)],
  ['IN_PROGRESS', 'halt', 'sss', finish('COMPLETED')],
  ['IN_PROGRESS', 'halt', 'sks', finish('COMPLETED')],
  ['IN_PROGRESS', 'halt', 'ssK', finish('COMPLETED')],
  ['IN_PROGRESS', 'rollback', 'Kp!p', execute(1)],
  ['IN_PROGRESS', 'rollback', 'K!fp', finish('FAILED')],
  ['IN_PROGRESS', 'halt', 'sfp', finish('FAILED')],
  ['IN_PROGRESS', 'rollback', 'sfp', startCompensation],
  ['IN_PROGRESS', 'rollback', 'fpp', startCompensation],
  ['IN_PROGRESS', 'rollback', 's!fp', finish('FAILED')],
  ['IN_PROGRESS', 'rollback', 'sf!p', finish('FAILED')],
  ['IN_PROGRESS', 'rollback', 'sfp!', startCompensation],
  ['ROLLING_BACK', 'rollback', 'sfp', undo(1)],
  ['ROLLING_BACK', 'rollback', 'sgp', undo(0)],
  ['ROLLING_BACK', 'rollback', 'sQp', undo(0)],
  ['ROLLING_BACK', 'rollback', 'gpp', finish('ROLLED_BACK')],
  ['CANCELLING', 'halt', 'Qpp', finish('CANCELLED')],
  ['IN_PROGRESS', 'rollback', 'sg!p', finish('FAILED')],
  ['ROLLING_BACK', 'rollback', 'ssr', undo(2)],
  ['ROLLING_BACK', 'rollback', 'ssP', undo(2)],
  ['ROLLING_BACK', 'rollback', 'sub', undo(1)],
  ['ROLLING_BACK', 'rollback', 'skb', undo(0)],
  ['ROLLING_BACK', 'rollback', 'sKb', undo(0)],
  ['ROLLING_BACK', 'rollback', 'sxb', undo(0)],
  ['ROLLING_BACK', 'rollback', 'uub', undo(1)],
  ['ROLLING_BACK', 'rollback', 'bbb', finish('ROLLED_BACK')],
  ['ROLLING_BACK', 'rollback', 'bpp', finish('ROLLED_BACK')],
  ['ROLLING_BACK', 'rollback', 'bxk', finish('ROLLBACK_FAILED')],
  ['CANCELLING', 'halt', 'srp', undo(1)],
  ['CANCELLING', 'halt', 'swp', execute(1)],
  ['IN_PROGRESS', 'halt', 'swp', execute(1)],
  ['CANCELLING', 'halt', 'bbk', finish('CANCELLED')],
  ['CANCELLING', 'halt', 'ppp', finish('CANCELLED')],
  ['CANCELLING', 'halt', 'xbk', finish('CANCEL_FAILED')],
  ['COMPLETED', 'halt', 'sss', settled],
  ['FAILED', 'halt', 'sfp', settled],
  ['CANCELLED', 'halt', 'bkk', settled],
  ['CANCEL_FAILED', 'halt', 'xkk', settled],
  ['ROLLED_BACK', 'rollback', 'bkk', settled],
  ['ROLLBACK_FAILED', 'rollback', 'xkk', settled],
];

describe('the next move of an order', () => {
  it.each(table)('with the status %s, the policy %s and the steps %s is %o', (status, onFailure, steps, move) => {
    expect(decideNextMove({ status, onFailure }, parseSteps(steps))).toEqual(move);
  });
});

describe('a step', () => {
  it.each([...'Prsfu'])('may have an effect: %s', (letter) =>
    expect(parseSteps(letter).every(mayHaveEffect)).toBe(true),
  );
  it.each([...'pkKbxQg'])('has no effect to undo: %s', (letter) =>
    expect(parseSteps(letter).some(mayHaveEffect)).toBe(false),
  );
});

describe('an order', () => {
  it.each(['s!p', 'r!p', 'f!p', 'P!p', 's!s', 'K!p'])('is past the point of no return: %s', (steps) =>
    expect(isPastPointOfNoReturn(parseSteps(steps))).toBe(true),
  );
  it.each(['sp!', 'p!p', 'rs', 'k!p'])('can still be undone: %s', (steps) =>
    expect(isPastPointOfNoReturn(parseSteps(steps))).toBe(false),
  );
});
