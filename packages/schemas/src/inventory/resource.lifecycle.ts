import { defineLifecycle, type RequestOf, type StatusOf } from '@linework/lifecycle/define-lifecycle';

/** The life of an inventory resource: a number, a SIM. What a line had never goes straight back to the shelf. */
export const resourceLifecycle = defineLifecycle({
  name: 'resource',
  initial: ['available'],
  statuses: {
    available: { meaning: 'on the shelf', on: { reserve: 'reserved', suspend: 'suspended', decommission: 'decommissioned' } },
    reserved: { meaning: 'kept for the holder of a reservation until that ends', on: { release: 'available' }, to: ['active', 'suspended'] },
    active: { meaning: 'a line has it', on: { suspend: 'suspended', decommission: 'decommissioned' }, to: ['quarantined'] },
    suspended: {
      meaning: 'its line is blocked, or an operator holds it back',
      // Back to where it came from: to the shelf when it was never given to anybody.
      on: { resume: 'active', decommission: 'decommissioned' },
      to: ['available', 'quarantined'],
    },
    quarantined: { meaning: 'let go of, resting until it may be used again', on: { recall: 'active', decommission: 'decommissioned' }, to: ['available'] },
    decommissioned: { meaning: 'withdrawn for good' },
  },
});

export type ResourceStatus = StatusOf<typeof resourceLifecycle>;
/** What may be asked of a resource. */
export type ResourceRequest = RequestOf<typeof resourceLifecycle>;
