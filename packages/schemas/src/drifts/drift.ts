import { z } from 'zod';
import { actor } from '../events/actor.ts';
import { driftLifecycle } from '../lifecycles/drift.lifecycle.ts';
import { driftKinds } from '../values/drift-kinds.ts';

const timestamp = z.iso.datetime();

/** What a line says, or what the register has. */
const subscriberState = z
  .strictObject({
    msisdn: z.string().optional(),
    imsi: z.string().optional(),
    serviceState: z.enum(['standby', 'active', 'suspended']).optional(),
    keys: z.enum(['ours', 'other', 'none']).optional().meta({ description: 'Whether it has the keys of our SIM.' }),
  })
  .meta({
    id: 'SubscriberState',
    description: 'Only what differs. A number or SIM that is not of the inventory of the broker is left out.',
  });

export type SubscriberState = z.infer<typeof subscriberState>;

export const drift = z
  .strictObject({
    id: z.uuid(),
    brokerId: z.uuid(),
    kind: z.enum(driftKinds),
    status: z.enum(driftLifecycle.statuses),
    lineId: z.uuid().optional().meta({ description: 'Absent for a subscriber that no line has.' }),
    resourceId: z.uuid().optional().meta({ description: 'The number or SIM that a subscriber has without a line.' }),
    expected: subscriberState,
    found: subscriberState,
    isOurs: z.boolean().meta({
      description: 'False if the register has a subscriber that is not ours in its place. It is never changed.',
    }),
    firstSeenAt: timestamp.meta({ description: 'The first comparison that found it.' }),
    lastSeenAt: timestamp.meta({ description: 'The last comparison that found it.' }),
    orderId: z.uuid().optional().meta({ description: 'The order that repaired it.' }),
    reason: z.string().optional().meta({ description: 'Why a person accepted it.' }),
    acceptedBy: actor.optional(),
    closedAt: timestamp.optional(),
    createdAt: timestamp.meta({ description: 'The second comparison that found it.' }),
    updatedAt: timestamp,
  })
  .meta({ id: 'Drift', description: 'A difference between a line and the register of the network.' });

export type Drift = z.infer<typeof drift>;

const count = z.int().min(0);

export const reconciliation = z
  .strictObject({
    status: z.enum(['off', 'running', 'waiting']).meta({
      description: '`off`: no worker compares. `waiting`: the register does not answer. Otherwise `running`.',
    }),
    callsPerSecond: z.number().min(0).meta({ description: 'How fast the register is read now, by all workers.' }),
    roundSeconds: z.number().min(0).meta({ description: 'The time in which each line is checked once.' }),
    calls: count.meta({ description: 'Calls to the register since the installation.' }),
    lines: count.meta({
      description:
        'Lines that should be in the register. Of a broker with more than 100,000 those at the end of the last day, ' +
        'or 100,000 until they are counted.',
    }),
    checked: count.meta({ description: 'Those that are not due to be checked.' }),
    unchecked: count.meta({ description: 'Those that are due. More than 100,000 are counted as 100,000.' }),
    dueSince: timestamp.optional().meta({ description: 'Since when the line is due that has waited longest.' }),
    lastCheckAt: timestamp.optional(),
    lastRoundAt: timestamp
      .optional()
      .meta({ description: 'The end of the last round: no line was due, and none was being read.' }),
    registerListedAt: timestamp.optional().meta({
      description:
        'When all subscribers of the register were last read, for those that no line has. Absent before the first ' +
        'time, and while the register cannot list them: then no drift is `extra`.',
    }),
    waitingSince: timestamp.optional().meta({ description: 'Since when the register does not answer.' }),
    openDrifts: count,
    drifts: z.array(z.strictObject({ kind: z.enum(driftKinds), count })).meta({ description: 'Open, by their kinds.' }),
    share: z.number().min(0).meta({ description: 'Lines with an open drift, as a share of the lines.' }),
  })
  .meta({ id: 'Reconciliation', description: 'How far the comparison of the lines with the register is.' });

export type Reconciliation = z.infer<typeof reconciliation>;
