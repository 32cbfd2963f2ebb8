import { defineLifecycle, type RequestOf, type StatusOf } from '@linework/lifecycle/define-lifecycle';

/**
 * The lifecycle of an inventory resource: a number or a SIM. A resource that was never on a line becomes available
 * again at once.
 */
export const resourceLifecycle = defineLifecycle({
  name: 'resource',
  initial: ['available'],
  statuses: {
    available: {
      meaning: 'in its pool and free',
      on: { reserve: 'reserved', suspend: 'suspended', decommission: 'decommissioned' },
    },
    reserved: {
      meaning: 'kept by a reservation until that ends',
      on: { release: 'available' },
      to: ['active', 'suspended'],
    },
    active: {
      meaning: 'assigned to a line',
      on: { suspend: 'suspended', decommission: 'decommissioned' },
      to: ['quarantined'],
    },
    suspended: {
      meaning: 'its line is blocked, or an operator has suspended it',
      // A resource that was never on a line becomes available instead.
      on: { resume: 'active', decommission: 'decommissioned' },
      to: ['available', 'quarantined'],
    },
    quarantined: {
      meaning: 'released, and not available until the quarantine ends',
      on: { recall: 'active', decommission: 'decommissioned' },
      to: ['available'],
    },
    decommissioned: { meaning: 'withdrawn permanently' },
  },
});

export type ResourceStatus = StatusOf<typeof resourceLifecycle>;
/** The requests on a resource. */
export type ResourceRequest = RequestOf<typeof resourceLifecycle>;
