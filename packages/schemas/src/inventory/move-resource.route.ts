import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { resource } from './resource.ts';

function defineResourceMove<
  const Move extends {
    readonly name: string;
    readonly path: `/inventory/resources/{id}/${string}`;
    readonly summary: string;
  },
>(move: Move) {
  return defineRoute({
    ...move,
    method: 'post',
    tag: 'Inventory',
    description: 'The resources of `associatedResourceIds` change status together with it.',
    scope: 'inventory:write',
    params: z.strictObject({ id: z.uuid() }),
    responses: { 200: { description: 'The changed resource.', body: resource } },
    problems: [
      'not-found',
      'invalid-status-transition',
      'resource-on-a-line',
      'line-is-blocked',
      'no-previous-holder',
      'unknown-holder',
      'holder-anonymised',
    ],
  });
}

export const suspendResourceRoute = defineResourceMove({
  name: 'suspendResource',
  path: '/inventory/resources/{id}/suspend',
  summary: 'Suspend a resource',
});

export const resumeResourceRoute = defineResourceMove({
  name: 'resumeResource',
  path: '/inventory/resources/{id}/resume',
  summary: 'Resume a suspended resource',
});

export const decommissionResourceRoute = defineResourceMove({
  name: 'decommissionResource',
  path: '/inventory/resources/{id}/decommission',
  summary: 'Decommission a resource that is not on a line',
});

export const recallResourceRoute = defineResourceMove({
  name: 'recallResource',
  path: '/inventory/resources/{id}/recall',
  summary: 'Recall a quarantined resource for its last holder',
});
