import { resourceStatusEvents } from '@linework/schemas/events';
import { resourceLifecycle } from '@linework/schemas/lifecycles/resource.lifecycle';
import { describe, expect, it } from 'vitest';
import { quarantineEnds } from '../src/expiry/expire-due.ts';

describe('the ends of quarantines', () => {
  it('have exactly one for reusable resources and one for the others', () => {
    expect(quarantineEnds.map(({ reusable }) => reusable).toSorted()).toEqual([false, true]);
  });

  it.each(quarantineEnds)('are allowed by the lifecycle, with their event: $becomes', ({ becomes, event }) => {
    expect([resourceLifecycle.canMove('quarantined', becomes), event]).toEqual([true, resourceStatusEvents[becomes]]);
  });
});
