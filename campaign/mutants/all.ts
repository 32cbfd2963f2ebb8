import type { Mutant } from './run-tests.ts';

/** Every known bug. The check of the sources fails when an edit no longer fits; then its `from` and `to` are mended. */
export const mutants: readonly Mutant[] = [
  // Bugs of the engine, the adapters, the inventory and the billing: each removes a guard that a promise needs.
  {
    name: 'lease-not-checked',
    tests: ['packages/engine/test/lease-check'],
    edits: [
      {
        file: 'engine/src/execution/run-step.ts',
        from: "if (settings.leaseLeftMs() < settings.stepTimeoutMs) return 'lease-too-short';",
        to: '',
      },
    ],
  },
  {
    name: 'no-epoch-fence',
    tests: ['packages/engine/test/commit-transition'],
    edits: [
      {
        file: 'engine/src/store/commit-statement.ts',
        from: 'AND o.epoch = w.epoch AND o.status = w.from_status',
        to: 'AND o.status = w.from_status',
      },
      // A second guard that would stop a worker with an old epoch.
      {
        file: 'engine/src/store/transition-parts.ts',
        from: 'AND o.position = s.position AND o.status = s."from"',
        to: 'AND o.position = s.position',
      },
      {
        file: 'engine/src/store/commit-statement.ts',
        from: " AND o.status = CASE WHEN o.position = m.running THEN 'RUNNING' ELSE 'PENDING' END",
        to: '',
      },
    ],
  },
  {
    name: 'order-without-due-time',
    tests: ['packages/engine/test/requeue-due-orders'],
    edits: [
      {
        file: 'engine/src/store/insert-orders.ts',
        from: "ELSE now() + interval '5 s' END",
        to: "ELSE now() + interval '1 day' END",
      },
    ],
  },
  {
    name: 'no-idempotency-key-to-the-network',
    tests: ['packages/systems/test/simulator/create-simulator-network'],
    edits: [
      {
        file: 'systems/src/simulator/create-simulator-network.ts',
        from: "{ 'Idempotency-Key': key,",
        to: "{ 'Idempotency-Key': key + Math.random(),",
      },
    ],
  },
  {
    name: 'unknown-outcome-as-refusal',
    tests: ['packages/systems/test/simulator/unexpected-responses'],
    edits: [
      {
        file: 'systems/src/send-http-request.ts',
        from: "throw transientError(system, 'unavailable',",
        to: "throw new PermanentError('unavailable',",
      },
    ],
  },
  {
    name: 'transition-in-two-commits',
    tests: ['packages/engine/test/commit-transition'],
    edits: [
      {
        file: 'engine/src/store/commit-transition.ts',
        from: "import type { Transition } from '../model/transition.ts';",
        to: `import { selectBulkValues } from '@linework/db/bulk-values';
import { statement } from '@linework/db/statement';
import { reachCrashPoint } from '../model/crash-points.ts';
import type { Transition } from '../model/transition.ts';`,
      },
      {
        file: 'engine/src/store/commit-transition.ts',
        from: 'const listRows = (part: TransitionPart) => transitions',
        to: "const listRows = (part: TransitionPart) => part.name === 'events' ? [] : transitions",
      },
      {
        file: 'engine/src/store/commit-transition.ts',
        from: '  const applied = new Set(',
        to: `  reachCrashPoint('after-commit');
  const emitted = listTransitionParts(first.resource).find(({ name }) => name === 'events')!;
  const later = \`WITH moved AS (
      SELECT e.entry, o.id, o.broker_id
      FROM jsonb_to_recordset($1::jsonb) AS e(entry int, order_id uuid)
      JOIN orders o ON o.id = e.order_id),
    \${emitted.text.replace('$rows', () => \`(\${selectBulkValues(emitted.columns, 'many', () => '$2')})\`)} SELECT 1\`;
  const entries = moved.map(({ entry }) => ({ entry, order_id: transitions[entry]!.orderId }));
  const events = transitions.flatMap((transition, entry) => emitted.rows(transition).map((row) => ({ entry, ...row })));
  await db.query(statement('mutant-events', later), [JSON.stringify(entries), JSON.stringify(events)]);
  const applied = new Set(`,
      },
    ],
  },
  {
    name: 'expiry-by-node-clock',
    tests: ['packages/inventory/test/expiry-races'],
    edits: [
      {
        file: 'inventory/src/expiry/expire-due.ts',
        from: "'expire-reservations',\n  { limit: 'bigint', slot: 'int' }",
        to: "'expire-reservations',\n  { limit: 'bigint', slot: 'int', now: 'timestamptz' }",
      },
      {
        file: 'inventory/src/expiry/expire-due.ts',
        from: "LIMIT :limit FOR UPDATE SKIP LOCKED',\n  ),",
        to:
          "LIMIT :limit FOR UPDATE SKIP LOCKED',\n" +
          "  ).replace('s.reserved_until <= now()', 's.reserved_until <= :now'),",
      },
      {
        file: 'inventory/src/expiry/expire-due.ts',
        from: 'expireReservationsStatement, { limit: batchLimit, slot }',
        to: 'expireReservationsStatement, { limit: batchLimit, slot, now: new Date() }',
      },
    ],
  },
  {
    name: 'no-broker-filter',
    tests: ['apps/api/test/every-route/other-brokers'],
    edits: [
      {
        file: 'lists/src/visible-to.ts',
        from: 'brokerId === null ? {} : { brokerId }',
        to: 'brokerId === null ? {} : {}',
      },
    ],
  },
  {
    name: 'reserve-without-lock',
    tests: ['packages/inventory/test/reservation-races'],
    edits: [
      { file: 'inventory/src/reservations/reserve-one.ts', from: ' FOR UPDATE OF s SKIP LOCKED`;', to: '`;' },
      {
        file: 'inventory/src/reservations/reserve-one.ts',
        from: "WHERE s.resource_id = v.resource_ids[1] AND s.status = 'available'",
        to: 'WHERE s.resource_id = v.resource_ids[1]',
      },
    ],
  },
  {
    name: 'usage-counted-twice',
    tests: ['packages/usage/test/record-usage'],
    edits: [
      {
        file: 'usage/src/dedupe-records.ts',
        from: 'ON CONFLICT (broker_id, record_id, day) DO NOTHING',
        to: 'ON CONFLICT (broker_id, record_id, day) DO UPDATE SET used_at = excluded.used_at',
      },
    ],
  },
  {
    name: 'charges-invoiced-twice',
    tests: ['packages/invoices/test/make-invoices'],
    edits: [
      {
        file: 'invoices/src/make-invoice.ts',
        from: '  await assignCharges(tx,',
        to: '  if (isFree) await assignCharges(tx,',
      },
    ],
  },
  {
    name: 'abandoned-port-in-not-cancelled',
    tests: ['apps/api/test/portability/port-ins'],
    edits: [
      {
        file: 'portability/src/port-ins/abandon-port-in.ts',
        from: 'await clearingHouse.cancel(',
        to: 'if (signal.aborted) await clearingHouse.cancel(',
      },
    ],
  },
  {
    name: 'closed-order-keeps-claim',
    tests: ['packages/lines/test/orders/close-order'],
    edits: [
      {
        file: 'engine/src/commands/close-order.ts',
        from: '  draft.apply(order.type.whenClosed?.(order.context) ?? []);',
        to: '',
      },
    ],
  },
  {
    name: 'version-ignored',
    tests: ['packages/engine/test/order-versions'],
    edits: [
      {
        file: 'engine/src/model/order-type.ts',
        from: '?.find((orderType) => orderType.version === version);',
        to: '?.[0];',
      },
      {
        file: 'engine/src/store/load-orders.ts',
        from: "joinStepCodes(type) === row.codes.join(' ')",
        to: 'row.codes.length > 0',
      },
      {
        file: 'engine/src/store/acquire-pending-orders.ts',
        from: "AND s.codes = :known -> o.type -> o.type_version::text ->> 'steps'",
        to: 'AND :known ? o.type',
      },
    ],
  },
  {
    name: 'refused-step-undone',
    tests: ['packages/engine/test/decide-next-move'],
    edits: [
      {
        file: 'engine/src/planning/decide-next-move.ts',
        from: 'return hasStarted(step) && !isRefused;',
        to: 'return hasStarted(step);',
      },
      // A second guard that would stop the undo.
      {
        file: 'systems/src/simulator/create-simulator-network.ts',
        from: "msisdns.map((one) => ['msisdn', one] as [string, string])",
        to: '[]',
      },
    ],
  },
  {
    name: 'awaited-answer-taken-twice',
    tests: ['packages/engine/test/awaited-calls'],
    edits: [
      {
        file: 'engine/src/execution/run-step.ts',
        from: '    const answer = await (reference !== undefined',
        to:
          "    if (reference !== undefined && kind === 'execute') await step.execute({ ...call, key: call.key + " +
          `'-again' });\n    const answer = await (reference !== undefined`,
      },
    ],
  },
  {
    name: 'deadline-ignored',
    tests: ['packages/engine/test/awaited-calls'],
    edits: [
      {
        file: 'engine/src/planning/apply-outcome.ts',
        from: 'if (awaited.leftMs <= 0) return',
        to: 'if (awaited.leftMs === undefined) return',
      },
    ],
  },
  {
    name: 'effect-left-out',
    tests: ['packages/engine/test/effects'],
    edits: [
      {
        file: 'engine/src/planning/transition-draft.ts',
        from: 'else tableEffects.push(',
        to: 'else if (tableEffects.length > 0) tableEffects.push(',
      },
    ],
  },
  {
    name: 'cancel-in-any-status',
    tests: ['packages/engine/test/change-order'],
    edits: [
      { file: 'engine/src/commands/change-order.ts', from: ' FOR UPDATE', to: '' },
      {
        file: 'engine/src/commands/check-order-request.ts',
        from: '!allowed.includes(request)',
        to: "!allowed.includes(request) && request !== 'cancel'",
      },
      {
        file: 'engine/src/commands/check-order-request.ts',
        from: '!isCompensation || !isPastPointOfNoReturn',
        to: "request !== 'rollback' || !isPastPointOfNoReturn",
      },
    ],
  },
  {
    name: 'position-taken-at-insert',
    tests: ['packages/events/test/feed/assign-event-positions'],
    edits: [
      {
        file: 'events/src/feed/assign-event-positions.ts',
        from: 'AND e.transaction_id = ANY(ARRAY(SELECT id FROM ended))',
        to: 'AND false',
      },
    ],
  },
  {
    name: 'webhook-delivered-before-the-answer',
    tests: ['packages/webhooks/test/sending'],
    edits: [
      {
        file: 'webhooks/src/sending/deliver.ts',
        from: '  const outcome = await callFor(deps, row, prepared);',
        to:
          '  const outcome = { isDelivered: true, reason: null, responseCode: 200, responseBody: null, durationMs: ' +
          '0 } as CallOutcome;\n  void callFor(deps, row, prepared);',
      },
    ],
  },
  {
    name: 'held-webhooks-dropped',
    tests: ['packages/webhooks/test/endpoints'],
    edits: [
      {
        file: 'webhooks/src/deliveries/fan-out.ts',
        from: "    WHERE w.status <> 'deleted'\n    ON CONFLICT",
        to: "    WHERE w.status = 'enabled'\n    ON CONFLICT",
      },
    ],
  },
  {
    name: 'webhook-signature-over-another-body',
    tests: ['packages/webhooks/test/sending'],
    edits: [
      {
        file: 'webhooks/src/sending/deliver.ts',
        from: 'return client.call({ url, body: message.body,',
        to: 'return client.call({ url, body: JSON.stringify(JSON.parse(message.body), null, 1),',
      },
    ],
  },

  // Bugs about what is absent (no broker, a part of a request left out) or has ended (a key, a secret, a password, a
  // session, a reservation). A test that only reads what is there and valid does not notice them.
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
        from: 'least(expires_at, now() + :oldSecret',
        to: '(now() + :oldSecret',
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
        from: ' AND (p.password_expires_at IS NULL OR p.password_expires_at > now())',
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
  {
    name: 'number-of-a-left-out-line-is-free',
    tests: ['packages/move-in/test/move-in'],
    edits: [
      {
        file: 'move-in/src/leave-out.ts',
        from: "await tx.query(resourcesStatement, { moveInId, kind: 'numbers', column: 'numberId' });",
        to: '',
      },
    ],
  },
  {
    name: 'number-of-another-broker-found-in-register',
    tests: ['apps/worker/test/move-in/extra-subscribers'],
    edits: [
      {
        file: 'move-in/src/find-extra-subscribers.ts',
        from: `      AND NOT \${isResource('<>')}\n`,
        to: '',
      },
    ],
  },
  {
    name: 'days-of-an-adopted-pause-billed',
    tests: ['apps/worker/test/move-in/paused-subscriptions'],
    edits: [
      {
        file: 'move-in/src/adopt-contracts.ts',
        from: 'INSERT INTO subscription_pause (subscription_id, broker_id, paused_at)',
        to: '',
      },
    ],
  },
  {
    name: 'record-of-the-day-before-counted-again',
    tests: ['packages/usage/test/record-usage'],
    edits: [
      {
        file: 'usage/src/dedupe-records.ts',
        from: 'WHERE NOT EXISTS (',
        to: 'WHERE true OR NOT EXISTS (',
      },
    ],
  },
  {
    name: 'usage-of-two-days-counted-twice',
    tests: ['packages/usage/test/usage-races'],
    edits: [
      {
        file: 'usage/src/lock-other-days.ts',
        from: 'ELSE pg_advisory_xact_lock(r.key)::text',
        to: 'ELSE pg_advisory_xact_lock_shared(r.key)::text',
      },
    ],
  },
  {
    name: 'program-starts-during-a-split',
    tests: ['apps/cli/test/admin/split-cell'],
    edits: [{ file: 'operations/src/require-no-split.ts', from: 'released_at IS NULL', to: 'released_at < now()' }],
  },
  {
    name: 'range-of-another-cell',
    tests: ['apps/api/test/inventory/range-registry'],
    edits: [
      {
        file: 'inventory/src/ranges/create-range.ts',
        from: '!(await register(claim))',
        to: '!(await register(claim)) && false',
      },
    ],
  },
  {
    name: 'provider-of-a-broker-signs-in-everybody',
    tests: ['apps/api/test/console/openid'],
    edits: [
      {
        file: 'operators/src/openid/sign-in-by-openid.ts',
        from: `    AND broker_id IS NOT DISTINCT FROM :brokerId
    AND NOT EXISTS`,
        to: `    AND (:brokerId::uuid IS NULL OR true)
    AND NOT EXISTS`,
      },
    ],
  },
  {
    name: 'answer-of-another-provider',
    tests: ['apps/api/test/console/openid'],
    edits: [
      {
        file: 'api/src/console/routes/finish-openid-sign-in.ts',
        from: ' || begun.company !== (company ?? null)',
        to: '',
      },
    ],
  },
  {
    name: 'ready-without-its-dependencies',
    tests: ['packages/operations/test/health'],
    edits: [{ file: 'operations/src/health.ts', from: 'getStatus(checks, counted)', to: 'getStatus(checks, [])' }],
  },
  {
    name: 'export-forgets-a-table',
    tests: ['apps/api/test/brokers/export-broker'],
    edits: [{ file: 'move-in/src/export-broker.ts', from: "  'subscription_product',\n", to: '' }],
  },
  {
    name: 'export-of-a-person-forgets-a-table',
    tests: ['apps/api/test/holders/export-holder'],
    edits: [
      {
        file: 'privacy/src/export-holder.ts',
        from: "  port_in: { title: 'Numbers ported in', where: 't.customer_id = $1', orderBy: 'created_at' },\n",
        to: '',
      },
    ],
  },
  {
    name: 'adopted-line-provisioned-again',
    tests: ['packages/move-in/test/move-in'],
    edits: [
      {
        file: 'move-in/src/adopt.ts',
        from: '), refused AS (',
        to: `), provisioned AS (
    INSERT INTO orders (id, broker_id, type, status, resource_type, resource_id, external_code, correlation_id, due_at)
    SELECT gen_random_uuid(), broker_id, 'LINE_PROVISION', 'PENDING', 'line', id, '', 'adopted', now()
    FROM added
  ), refused AS (`,
      },
    ],
  },
  {
    name: 'drift-found-during-an-open-order',
    tests: ['apps/worker/test/reconciliation/reconcile-lines'],
    edits: [
      {
        file: 'lines/src/reconciliation/record-differences.ts',
        from: `
    AND NOT EXISTS (
      SELECT FROM orders o WHERE o.resource_id = l.id AND o.resource_type = 'line' AND o.is_open)`,
        to: '',
      },
    ],
  },
  {
    name: 'calls-to-register-in-bursts',
    tests: ['apps/worker/test/reconciliation/pace-and-changes'],
    edits: [
      {
        file: 'lines/src/reconciliation/pace-calls.ts',
        from: 'if (restMs > 0) await sleep(restMs);',
        to: '',
      },
    ],
  },
  {
    name: 'claim-of-lines-not-renewed',
    tests: ['apps/worker/test/reconciliation/pace-and-changes'],
    edits: [{ file: 'lines/src/reconciliation/compare-lines.ts', from: 'if (number > 0) await renew();', to: '' }],
  },
  {
    name: 'drift-outlives-its-line',
    tests: ['apps/worker/test/reconciliation/pace-and-changes'],
    edits: [
      {
        file: 'lines/src/reconciliation/refresh-drifts.ts',
        from: 'SELECT id FROM changed WHERE is_stale',
        to: 'SELECT id FROM changed WHERE false',
      },
    ],
  },
  {
    name: 'subscriber-of-a-line-is-extra',
    tests: ['apps/worker/test/reconciliation/extra-subscribers'],
    edits: [
      {
        file: 'lines/src/reconciliation/find-extra-subscribers.ts',
        from: 'const isExtra = isKept && current.isFree && ',
        to: 'const isExtra = isKept && ',
      },
    ],
  },
  {
    name: 'line-read-during-an-open-order',
    tests: ['apps/worker/test/reconciliation/reconcile-lines'],
    edits: [
      {
        file: 'lines/src/reconciliation/claim-lines.ts',
        from: 'o.id IS NULL AND l.status = ANY(:statuses) AS is_settled',
        to: 'l.status = ANY(:statuses) AS is_settled',
      },
    ],
  },
  {
    name: 'eight-reads-after-an-outage',
    tests: ['apps/worker/test/reconciliation/reconcile-lines'],
    edits: [{ file: 'lines/src/reconciliation/compare-lines.ts', from: '?.wasAway ? 1 : atOnce', to: ' ? atOnce : 1' }],
  },
  {
    name: 'deletion-forgets-a-closed-change',
    tests: ['packages/lines/test/orders/remove-from-network'],
    edits: [
      {
        file: 'lines/src/store/load-line-facts.ts',
        from: " OR s.status = 'suspended' AND s.line_id IS NULL AND s.reservation_id IS NULL)",
        to: ')',
      },
    ],
  },
  {
    name: 'wrong-tax-id-stays-in-the-past',
    tests: ['apps/api/test/past/record-at-instant'],
    edits: [
      {
        file: 'holders/src/correct-holder.ts',
        from: 'WHERE holder_id = :holderId AND (',
        to: 'WHERE holder_id = :holderId AND false AND (',
      },
    ],
  },
];
