/** A message of the stream: which records have changed since the one before. */
export interface Changes {
  readonly kinds: readonly string[];
  readonly ids: readonly string[];
  /** False if any record may have changed. */
  readonly isComplete: boolean;
}

/** What a page shows of a kind of record: the first part of the key of its queries. */
const shownBy: Readonly<Record<string, readonly string[]>> = {
  order: ['orders', 'incidents', 'backlog', 'batches', 'batch'],
  line: ['lines', 'holder', 'subscription'],
  drift: ['drifts', 'reconciliation'],
  holder: ['holders'],
  subscription: ['subscriptions', 'holder'],
  invoice: ['invoices', 'holder', 'subscription'],
  payment: ['payments', 'invoice', 'holder'],
  refund: ['refunds', 'payment', 'invoice'],
  'tax-receipt': ['tax-receipts', 'invoice'],
  offer: ['offers'],
  'move-in': ['move-ins'],
  'port-in': ['port-ins', 'holder'],
  // The windows are those of both directions.
  'port-out': ['port-outs', 'port-ins'],
  pause: ['pauses', 'order'],
  pool: ['pools'],
  resource: ['pools', 'resource', 'resources'],
  incident: ['incidents'],
  broker: ['brokers'],
  operator: ['session'],
};

/** Every event is in the audit, and may have a delivery. */
const shownByAny = ['audit', 'webhook-deliveries'];
/** Queries of one record, whose id is the second part of the key. */
const ofOneRecord: ReadonlySet<string> = new Set([
  'order',
  'line',
  'holder',
  'subscription',
  'port-in',
  'port-out',
  'invoice',
  'payment',
  'refund',
  'tax-receipt',
  'offer',
  'move-in',
  'drift',
]);
/**
 * A person decides about what the dry run has shown. If it has changed since, the server refuses it and says what has
 * changed. A record in clear is read once: the audit has each time.
 */
const readOnce: ReadonlySet<string> = new Set(['batch-preview', 'order-preview', 'clear']);

/**
 * Whether what a query has read may have changed. The rows of a list never change their places by themselves, so the
 * list itself is not asked again.
 */
export function isAffected(queryKey: readonly unknown[], { kinds, ids, isComplete }: Changes): boolean {
  const [name, second] = queryKey;
  if (typeof name !== 'string' || readOnce.has(name) || second === 'list') return false;
  if (!isComplete) return true;
  if (ofOneRecord.has(name) && typeof second === 'string' && ids.includes(second)) return true;
  return shownByAny.includes(name) || kinds.some((kind) => shownBy[kind]?.includes(name));
}

/** Two messages as one. */
export const joinChanges = (one: Changes, other: Changes): Changes => ({
  kinds: [...new Set([...one.kinds, ...other.kinds])],
  ids: [...new Set([...one.ids, ...other.ids])],
  isComplete: one.isComplete && other.isComplete,
});

export const anything: Changes = { kinds: [], ids: [], isComplete: false };
