import { resourceStatusEvents } from '@linework/schemas/events';
import { resourceLifecycle } from '@linework/schemas/lifecycles/resource.lifecycle';
import { describe, expect, it } from 'vitest';
import { type LineResourceMove, lineResourceRules } from '../../src/store/move-line-resources.ts';

const states = ['active', 'block', 'hold', 'both'] as const;
type State = (typeof states)[number];

const findRules = (move: LineResourceMove, state: State, reusable: boolean) =>
  lineResourceRules.filter(
    (rule) => rule.move === move && rule.states.includes(state) && rule.reusable.includes(reusable),
  );
const toState = ({ becomes, suspended_by }: (typeof lineResourceRules)[number]) => suspended_by ?? becomes;
const statusOf = (state: State) => (state === 'active' ? 'active' : 'suspended');
const cases = (moves: readonly LineResourceMove[]) =>
  moves.flatMap((move) => states.flatMap((state) => [true, false].map((reusable) => ({ move, state, reusable }))));

describe('the rules of the resources of a line', () => {
  it.each(cases(['release', 'port-out', 'detach']))(
    'have exactly one for $move of a resource in $state (reusable: $reusable)',
    ({ move, state, reusable }) => {
      expect(findRules(move, state, reusable)).toMatchObject([{ leaves_line: true, suspended_by: null }]);
    },
  );

  it.each([
    ['active', 'block'],
    ['hold', 'both'],
  ] as const)('suspend a resource in %s, and lead back to it at the end of the block', (state, blocked) => {
    expect(findRules('suspend', state, true).map(toState)).toEqual([blocked]);
    expect(findRules('resume', blocked, true).map(toState)).toEqual([state]);
  });

  it('suspend no resource that the block has suspended already, and resume none that it has not', () => {
    const found = [
      findRules('suspend', 'block', true),
      findRules('suspend', 'both', true),
      findRules('resume', 'active', true),
      findRules('resume', 'hold', true),
    ];
    expect(found.flat()).toEqual([]);
  });

  it.each(lineResourceRules.flatMap((rule) => rule.states.map((state) => ({ ...rule, state }))))(
    'change the status only as the lifecycle allows, with its event: $move of a resource in $state',
    ({ state, becomes, event }) => {
      const from = statusOf(state);
      if (from === becomes) expect(event).not.toBe(resourceStatusEvents[becomes]);
      else expect([resourceLifecycle.canMove(from, becomes), event]).toEqual([true, resourceStatusEvents[becomes]]);
    },
  );
});
