import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { resource } from './resource.ts';

function defineResourceMove<const Move extends { readonly name: string; readonly path: `/inventory/resources/{id}/${string}`; readonly summary: string }>(
  move: Move,
) {
  return defineRoute({
    ...move,
    method: 'post',
    tag: 'Inventory',
    description: 'Those of `associatedResourceIds` move with it.',
    scope: 'inventory:write',
    params: z.strictObject({ id: z.uuid() }),
    responses: { 200: { description: 'The resource as it is now.', body: resource } },
    problems: ['not-found', 'invalid-status-transition', 'resource-on-a-line', 'line-is-blocked', 'no-previous-holder', 'unknown-holder', 'holder-anonymised'],
  });
}

export const suspendResourceRoute = defineResourceMove({ name: 'suspendResource', path: '/inventory/resources/{id}/suspend', summary: 'Hold a resource back' });

export const resumeResourceRoute = defineResourceMove({
  name: 'resumeResource',
  path: '/inventory/resources/{id}/resume',
  summary: 'Put a resource back to where it was held back',
});

export const decommissionResourceRoute = defineResourceMove({
  name: 'decommissionResource',
  path: '/inventory/resources/{id}/decommission',
  summary: 'Withdraw a resource that no line has, for good',
});

export const recallResourceRoute = defineResourceMove({
  name: 'recallResource',
  path: '/inventory/resources/{id}/recall',
  summary: 'Give a resource in quarantine back to who had it last',
});
