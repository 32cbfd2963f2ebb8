import { resourceStatusEvents } from '@linework/schemas/events';
import { resourceLifecycle } from '@linework/schemas/lifecycles/resource.lifecycle';
import { describe, expect, it } from 'vitest';
import { type ClaimMove, claimRules } from '../../src/store/move-line-resources.ts';

const booleans = [true, false];
const facts = booleans.flatMap((reusable) =>
  booleans.flatMap((is_ours) => booleans.map((line_is_blocked) => ({ reusable, is_ours, line_is_blocked }))),
);
type Facts = (typeof facts)[number];
const facing = (move: ClaimMove, is_claimed: boolean) => facts.map((each) => ({ move, is_claimed, ...each }));
const cases = [
  ...(['consume', 'return', 'release', 'port-out', 'suspend'] as const).flatMap((move) => facing(move, true)),
  // Only `consume` replaces a resource of the line.
  ...facing('consume', false),
];

const matches = (rule: (typeof claimRules)[number], each: Facts) =>
  (['reusable', 'is_ours', 'line_is_blocked'] as const).every((fact) => rule[fact].includes(each[fact]));

describe('the rules of claims', () => {
  it.each(cases)(
    'have exactly one for $move, claimed: $is_claimed, reusable: $reusable, ours: $is_ours, line blocked: ' +
      '$line_is_blocked',
    (each) => {
      const found = claimRules.filter(
        (rule) => rule.move === each.move && rule.is_claimed === each.is_claimed && matches(rule, each),
      );
      expect(found).toHaveLength(1);
    },
  );

  it.each(claimRules)(
    'change the status only as the lifecycle allows, with its event: $move to $becomes',
    ({ is_claimed, becomes, event }) => {
      const sources = is_claimed ? (['reserved'] as const) : (['active', 'suspended'] as const);
      expect(sources.map((from) => resourceLifecycle.canMove(from, becomes))).not.toContain(false);
      expect(event).toBe(resourceStatusEvents[becomes]);
    },
  );
});
