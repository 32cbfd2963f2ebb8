/** A known bug: what it is called, and how a source of the project has to read to have it. */
export interface Mutant {
  readonly name: string;
  /** Seen only on a network that ignores idempotency keys. */
  readonly keys?: 'ignored';
  readonly edits: readonly Edit[];
}

interface Edit {
  /** The end of the file's path. */
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

/** Each is caught by a campaign, or the campaign is worth nothing. */
export const mutants: readonly Mutant[] = [
  {
    name: 'lease-not-looked-at',
    edits: [
      {
        file: 'domain/src/orders/run-step.ts',
        from: "if (settings.leaseLeftMs() < settings.stepTimeoutMs) return 'lease-too-short';",
        to: '',
      },
    ],
  },
  {
    name: 'no-run-fence',
    edits: [
      { file: 'domain/src/orders/commit-transition.ts', from: 'AND o.epoch = w.epoch AND o.status = w.from_status', to: 'AND o.status = w.from_status' },
      // The second thing that an overtaken worker would run into.
      { file: 'domain/src/orders/transition-parts.ts', from: 'AND o.position = s.position AND o.status = s."from"', to: 'AND o.position = s.position' },
      { file: 'domain/src/orders/advance-steps.ts', from: " AND o.status = CASE WHEN o.position = m.running THEN 'RUNNING' ELSE 'PENDING' END", to: '' },
    ],
  },
  {
    name: 'ring-without-due-time',
    edits: [{ file: 'domain/src/orders/insert-orders.ts', from: "ELSE now() + interval '5 s' END", to: "ELSE now() + interval '1 day' END" }],
  },
  {
    name: 'no-key-to-the-network',
    edits: [{ file: 'systems/src/simulator/simulator-network.ts', from: "'Idempotency-Key': key,", to: "'Idempotency-Key': key + Math.random()," }],
  },
  {
    name: 'an-open-outcome-is-a-no',
    edits: [{ file: 'systems/src/ask-over-http.ts', from: "throw passing(system, 'unavailable',", to: "throw new PermanentError('unavailable'," }],
  },
  {
    name: 'finish-and-changes-in-two-commits',
    edits: [
      {
        file: 'domain/src/orders/commit-transition.ts',
        from: "import type { Transition } from './transition.ts';",
        to: "import { reachCrashPoint } from './crash-points.ts';\nimport type { Transition } from './transition.ts';",
      },
      {
        file: 'domain/src/orders/commit-transition.ts',
        from: '.filter(({ partRows }) => partRows.length > 0)',
        to: ".filter(({ partRows, name }) => partRows.length > 0 && name !== 'events')",
      },
      {
        file: 'domain/src/orders/commit-transition.ts',
        from: '  const applied = new Set(',
        to: `  reachCrashPoint('after-commit');
  const emitted = transitionParts.find(({ name }) => name === 'events')!;
  const later = \`WITH moved AS (SELECT e.entry, o.id, o.broker_id FROM jsonb_to_recordset($1::jsonb) AS e(entry int, order_id uuid) JOIN orders o ON o.id = e.order_id),
    \${emitted.text.replace('$rows', () => \`(\${selectGiven(emitted.columns, 'many', () => '$2')})\`)} SELECT 1\`;
  const entries = moved.map(({ entry }) => ({ entry, order_id: transitions[entry]!.orderId }));
  const events = transitions.flatMap((transition, entry) => emitted.rows(transition).map((row) => ({ entry, ...row })));
  await db.query(statement('mutant-events', later), [JSON.stringify(entries), JSON.stringify(events)]);
  const applied = new Set(`,
      },
    ],
  },
  {
    name: 'expiry-by-the-clock-of-node',
    edits: [
      {
        file: 'domain/src/inventory/expire-reservations.ts',
        from: "LIMIT $1 FOR UPDATE SKIP LOCKED'),",
        to: "LIMIT $1 FOR UPDATE SKIP LOCKED').replace('s.reserved_until <= now()', 's.reserved_until <= $3::timestamptz'),",
      },
      { file: 'domain/src/inventory/expire-reservations.ts', from: '[mostAtOnce, lane]', to: '[mostAtOnce, lane, new Date()]' },
    ],
  },
  {
    name: 'no-broker-filter',
    edits: [{ file: 'domain/src/visible-to.ts', from: 'brokerId === null ? {} : { brokerId }', to: 'brokerId === null ? {} : {}' }],
  },
  {
    name: 'select-then-update-of-a-number',
    edits: [
      { file: 'domain/src/inventory/reserve-one.ts', from: ' FOR UPDATE OF s SKIP LOCKED`;', to: '`;' },
      {
        file: 'domain/src/inventory/reserve-one.ts',
        from: "WHERE s.resource_id = v.resource_ids[1] AND s.status = 'available'",
        to: 'WHERE s.resource_id = v.resource_ids[1]',
      },
    ],
  },
  {
    name: 'usage-counted-each-time-it-is-sent',
    edits: [
      {
        file: 'domain/src/usage/keep-records.ts',
        from: 'ON CONFLICT (broker_id, record_id) DO NOTHING',
        to: 'ON CONFLICT (broker_id, record_id) DO UPDATE SET used_at = excluded.used_at',
      },
    ],
  },
  {
    name: 'charges-are-invoiced-again',
    edits: [
      {
        file: 'domain/src/invoices/make-invoice.ts',
        from: '  await takeCharges(tx,',
        to: '  if (isFree) await takeCharges(tx,',
      },
    ],
  },
  {
    name: 'a-number-given-up-is-not-called-off',
    edits: [
      {
        file: 'domain/src/portability/give-up.ts',
        from: 'await clearingHouse.cancel(',
        to: 'if (signal.aborted) await clearingHouse.cancel(',
      },
    ],
  },
  {
    name: 'a-closed-order-keeps-its-claim',
    edits: [{ file: 'domain/src/orders/close-order.ts', from: '  draft.withholdClaims();', to: '' }],
  },
  {
    name: 'version-ignored',
    edits: [
      { file: 'domain/src/orders/order-type.ts', from: '?.find((orderType) => orderType.version === version);', to: '?.[0];' },
      { file: 'domain/src/orders/load-orders.ts', from: "joinStepCodes(type) === row.codes.join(' ')", to: 'row.codes.length > 0' },
      {
        file: 'domain/src/orders/acquire-pending-orders.ts',
        from: `AND $2::jsonb -> o.type -> o.type_version::text ->> 'steps'
        = array_to_string(ARRAY(SELECT s.code FROM order_step s WHERE s.order_id = o.id ORDER BY s.position), ' ')`,
        to: 'AND $2::jsonb ? o.type',
      },
    ],
  },
  {
    name: 'refused-step-undone',
    keys: 'ignored',
    edits: [
      { file: 'domain/src/orders/decide-next-move.ts', from: 'return hasStarted(step) && !isRefused;', to: 'return hasStarted(step);' },
      // The second wall that it would run into.
      { file: 'systems/src/simulator/simulator-network.ts', from: "msisdns.map((one) => ['msisdn', one] as [string, string])", to: '[]' },
    ],
  },
  {
    name: 'cancel-without-a-condition',
    edits: [
      { file: 'domain/src/orders/lock-order.ts', from: ' FOR UPDATE', to: '' },
      { file: 'domain/src/orders/check-order-request.ts', from: '!allowed.includes(request)', to: "!allowed.includes(request) && request !== 'cancel'" },
      {
        file: 'domain/src/orders/check-order-request.ts',
        from: '!isCompensation || !isPastPointOfNoReturn',
        to: "request !== 'rollback' || !isPastPointOfNoReturn",
      },
    ],
  },
];
