import type { Mutant } from './run-tests.ts';

/**
 * Bugs about what is absent (no broker, a part of a request left out) or has ended (a key, a secret, a password, a
 * session, a reservation). A test that only reads what is there and valid does not notice them.
 */
export const absentAndEnded: readonly Mutant[] = [
  {
    name: 'feed-in-memory-of-no-broker',
    tests: ['packages/events/test/feed/feed-filter'],
    edits: [
      {
        file: 'events/src/feed/feed-filter.ts',
        from: 'event.brokerId === brokerId)',
        to: 'event.brokerId === brokerId || event.brokerId === null)',
      },
    ],
  },
  {
    name: 'feed-of-no-broker',
    tests: ['packages/events/test/feed/feed-filter'],
    edits: [
      {
        file: 'events/src/feed/read-feed.ts',
        from: '(:brokerId IS NULL OR e.broker_id = :brokerId)',
        to: '(:brokerId IS NULL OR e.broker_id = :brokerId OR e.broker_id IS NULL)',
      },
    ],
  },
  {
    name: 'event-of-no-broker-found-by-id',
    tests: ['packages/events/test/feed/feed-filter'],
    edits: [
      {
        file: 'events/src/feed/find-event.ts',
        from: 'AND e.id = :id AND (:brokerId IS NULL OR e.broker_id = :brokerId)',
        to: 'AND e.id = :id AND (:brokerId IS NULL OR e.broker_id = :brokerId OR e.broker_id IS NULL)',
      },
    ],
  },
  {
    name: 'webhook-of-no-broker',
    tests: ['packages/webhooks/test/ended-and-absent'],
    edits: [
      {
        file: 'webhooks/src/deliveries/fan-out.ts',
        from: 'w.broker_id = b.broker_id)',
        to: 'w.broker_id = b.broker_id OR b.broker_id IS NULL)',
      },
    ],
  },
  {
    name: 'webhook-secret-lengthened-by-a-roll',
    tests: ['packages/webhooks/test/ended-and-absent'],
    edits: [
      {
        file: 'webhooks/src/endpoints/roll-secret.ts',
        from: 'least(expires_at, now() + $2::int',
        to: '(now() + $2::int',
      },
    ],
  },
  {
    name: 'ended-webhook-secret-signs',
    tests: ['packages/webhooks/test/ended-and-absent'],
    edits: [
      {
        file: 'webhooks/src/sending/signing-keys.ts',
        from: 'AND (s.expires_at IS NULL OR s.expires_at > now())',
        to: '',
      },
    ],
  },
  {
    name: 'key-lengthened-by-a-roll',
    tests: ['apps/api/test/keys/roll-and-revoke'],
    edits: [{ file: 'api-keys/src/roll-api-key.ts', from: 'least(expires_at, now() + :old', to: '(now() + :old' }],
  },
  {
    name: 'successor-of-a-key-never-ends',
    tests: ['apps/api/test/keys/roll-and-revoke'],
    edits: [{ file: 'api-keys/src/roll-api-key.ts', from: '      expiresAt,\n', to: '' }],
  },
  {
    name: 'ended-key-works',
    tests: ['apps/api/test/keys/create-api-key'],
    edits: [
      {
        file: 'api-keys/src/create-caller-finder.ts',
        from: ' AND (k.expires_at IS NULL OR k.expires_at > now())',
        to: '',
      },
    ],
  },
  {
    name: 'fingerprint-without-query',
    tests: ['packages/idempotency/test/fingerprint'],
    edits: [
      {
        file: 'idempotency/src/fingerprint.ts',
        from: 'Fingerprint({ method, url, body',
        to: 'Fingerprint({ method, url: whole, body',
      },
      {
        file: 'idempotency/src/fingerprint.ts',
        from: "'bodyBytes'>): Buffer",
        to: "'bodyBytes'>, url = whole.split('?')[0]): Buffer",
      },
    ],
  },
  {
    name: 'fingerprint-without-method',
    tests: ['packages/idempotency/test/fingerprint'],
    edits: [
      {
        file: 'idempotency/src/fingerprint.ts',
        from: 'Fingerprint({ method, url, body',
        to: 'Fingerprint({ url, body',
      },
      {
        file: 'idempotency/src/fingerprint.ts',
        from: "'bodyBytes'>): Buffer",
        to: "'bodyBytes'>, method = ''): Buffer",
      },
    ],
  },
  {
    name: 'fingerprint-without-body',
    tests: ['packages/idempotency/test/fingerprint'],
    edits: [{ file: 'idempotency/src/fingerprint.ts', from: ').update(bodyBytes)', to: ')' }],
  },
  {
    name: 'one-time-password-never-ends',
    tests: ['apps/api/test/console/one-time-password'],
    edits: [
      {
        file: 'operators/src/sign-in.ts',
        from: ' AND (password_expires_at IS NULL OR password_expires_at > now())',
        to: '',
      },
    ],
  },
  {
    name: 'one-time-password-of-a-reset-never-ends',
    tests: ['apps/api/test/console/one-time-password'],
    edits: [
      {
        file: 'operators/src/set-password.ts',
        from: 'passwordExpiresAt: oneTimePasswordEnd(), must',
        to: 'passwordExpiresAt: null, must',
      },
    ],
  },
  {
    name: 'one-time-password-of-a-new-person-never-ends',
    tests: ['apps/api/test/console/one-time-password'],
    edits: [
      { file: 'operators/src/create-operator.ts', from: 'keepsPassword ? null : oneTimePasswordEnd()', to: 'null' },
    ],
  },
  {
    name: 'request-outlives-its-ended-key',
    tests: ['packages/api-keys/test/read-key-state'],
    edits: [
      { file: 'api-keys/src/read-key-state.ts', from: 'AND (k.expires_at IS NULL OR k.expires_at > now())', to: '' },
    ],
  },
  {
    name: 'request-outlives-its-suspended-broker',
    tests: ['packages/api-keys/test/read-key-state'],
    edits: [{ file: 'api-keys/src/read-key-state.ts', from: "coalesce(b.status = 'SUSPENDED', false)", to: 'false' }],
  },
  {
    name: 'waiting-request-shows-events-after-its-key',
    tests: ['apps/api/test/events/feed'],
    edits: [{ file: 'events/src/feed/list-events.ts', from: '        await assertAllowed();\n', to: '' }],
  },
  {
    name: 'endpoint-outlives-its-person',
    tests: ['packages/webhooks/test/endpoints-of-people'],
    edits: [
      {
        file: 'webhooks/src/endpoints/key-has-ended.ts',
        from: "AND p.disabled_at IS NULL AND p.role = 'administrator'",
        to: '',
      },
    ],
  },
  {
    name: 'endpoint-of-a-person-in-clear',
    tests: ['packages/webhooks/test/endpoints-of-people'],
    edits: [
      {
        file: 'webhooks/src/endpoints/key-has-ended.ts',
        from: "operator === undefined ? scopes : ['events:read']",
        to: 'scopes',
      },
    ],
  },
  {
    name: 'approved-rate-is-not-kept',
    tests: ['apps/api/test/bulk-operations/approved-rate'],
    edits: [
      {
        file: 'lines/src/bulk-operations/request-of-bulk-operation.ts',
        from: 'THEN b.orders_per_minute ELSE',
        to: 'THEN NULL ELSE',
      },
    ],
  },
  {
    name: 'wrong-passwords-count-everywhere',
    tests: ['apps/api/test/console/guessing'],
    edits: [
      {
        file: 'operators/src/sign-in-limits.ts',
        from: 'subject: pairOf(name, network)',
        to: "subject: pairOf(name, '')",
      },
    ],
  },
  {
    name: 'expired-reservation-is-claimed',
    tests: ['packages/inventory/test/allocate-claim'],
    edits: [
      { file: 'inventory/src/line-resources/allocate-claim.ts', from: ' AND expires_at > clock_timestamp()', to: '' },
    ],
  },
  {
    name: 'found-subscriber-deleted',
    tests: ['packages/lines/test/orders/found-subscribers'],
    edits: [
      {
        file: 'lines/src/order-types/steps/create-on-network.ts',
        from: 'return state ? systems.network.restoreSubscriber(call, own, state) :',
        to: 'return',
      },
    ],
  },
  {
    name: 'what-was-found-is-not-stored',
    tests: ['packages/lines/test/orders/found-subscribers'],
    edits: [{ file: 'engine/src/store/transition-parts.ts', from: 'coalesce(s.found, o.found)', to: 'o.found' }],
  },
  {
    name: 'second-attempt-looks-again',
    tests: ['packages/lines/test/orders/found-subscribers'],
    edits: [
      { file: 'engine/src/execution/run-step.ts', from: '&& call.found === undefined)', to: '&& !isInspected)' },
      {
        file: 'engine/src/execution/run-step.ts',
        from: '{ kind, reference }: StepTask',
        to: '{ kind, reference, isInspected }: StepTask',
      },
    ],
  },
  {
    name: 'default-takes-out-of-service',
    tests: ['packages/lines/test/orders/found-subscribers'],
    edits: [
      {
        file: 'lines/src/order-types/steps/create-on-network.ts',
        from: 'if (keepsService && state?.isInService)',
        to: 'if (!keepsService && state === null)',
      },
    ],
  },
  {
    name: 'subscriber-of-unknown-origin-deleted',
    tests: ['packages/lines/test/orders/found-subscribers'],
    edits: [
      {
        file: 'lines/src/order-types/earlier/provision-line-1.ts',
        from: "[msisdn, ''].includes(existing.msisdn)",
        to: 'false',
      },
    ],
  },
];
