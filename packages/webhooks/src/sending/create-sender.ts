import { coalesce } from '@linework/batching/coalesce';
import type { Db } from '@linework/db/db';
import { isConnectionLost } from '@linework/db/is-database-unavailable';
import type { Log } from '@linework/log/log';
import type { SigningKey } from '../signature/sign.ts';
import { type AcquiredDelivery, acquireDeliveries, operators, probingFrom } from './acquire-deliveries.ts';
import type { CallOutcome } from './call-outcome.ts';
import type { ReceiverClient } from './call-receiver.ts';
import { type DeliverDeps, deliver, type Prepared } from './deliver.ts';
import type { BuildMessages } from './message.ts';
import { type AttemptResult, recordResults } from './record-results.ts';
import type { FindSigningKeys } from './signing-keys.ts';

export interface SenderSettings {
  /** The calls of this process at a time. */
  readonly concurrency: number;
  /** The calls of one endpoint at a time, of all workers. */
  readonly perEndpoint: number;
  readonly timeoutMs: number;
  readonly retryDelaysMs: readonly number[];
  /** A failing endpoint is called this often at least. */
  readonly pauseLimitMs: number;
}

export interface SenderDeps {
  readonly db: Db;
  readonly log: Log;
  readonly client: ReceiverClient;
  readonly findSigningKeys: FindSigningKeys;
  readonly buildMessages: BuildMessages;
  readonly settings: SenderSettings;
  readonly onAttempt?: (outcome: CallOutcome) => void;
  /** A monotonic clock: it continues while the process is stopped, and it cannot be set. */
  readonly monotonicMs?: () => number;
}

export interface Sender {
  /**
   * Starts calls for deliveries that are due, as many as fit. Returns when they are started; each end of a call starts
   * further ones.
   */
  fill(): Promise<void>;
  /** Waits until no call is running and none is due. */
  idle(): Promise<void>;
  /** Starts no more calls and waits for the running ones, `limitMs` at most. The lease of the others ends. */
  close(limitMs: number): Promise<void>;
}

interface RunningCall {
  readonly isProbe: boolean;
  /** The broker, or the operators. */
  readonly owner: string;
  readonly startedMs: number;
  readonly done: Promise<void>;
}

/** The share of the calls that failing endpoints may use. */
const probeShare = 0.25;
/**
 * The share of one broker, so that slow receivers of one leave calls for the others. While the receivers of a broker
 * are fast, it may also use half of the calls that nobody uses.
 */
const brokerShare = 0.25;
/** A receiver is fast if it answers within this time. */
const fastMs = 1_000;
/**
 * Sorting a long queue of one endpoint goes on in the next run, so that the events of others are handed out meanwhile.
 */
const sortsPerFill = 5;
const resultsPerStatement = 100;
const endpointNotAcquired =
  'the deliveries of a webhook endpoint could not be acquired; it is tried again in a minute, and the others go on';
const nothingAcquired = 'no webhook deliveries were acquired; the next run of the job acquires them';
const resultNotRecorded = 'no result of a webhook delivery was recorded; it is repeated when its lease ends';

/** A call ends within the lease, with as much time again for a busy worker. */
const computeLeaseMs = (timeoutMs: number): number => 2 * timeoutMs + 1_000;

/** Creates the sender of this process. */
export function createSender(deps: SenderDeps): Sender {
  const { db, log, client, settings, onAttempt, monotonicMs = () => performance.now() } = deps;
  const { retryDelaysMs } = settings;
  const deliverDeps: DeliverDeps = { db, client, retryDelaysMs, record: createRecorder(deps), onAttempt, monotonicMs };
  const running = new Map<string, RunningCall>();
  const fastOwners = trackFastOwners(running, monotonicMs);
  let filling: Promise<void> | undefined;
  let isAskedAgain = false;
  let isClosed = false;

  async function acquire(): Promise<'deliveries' | 'sorted' | 'nothing'> {
    const limit = settings.concurrency - running.size;
    if (limit <= 0 || isClosed) return 'nothing';
    const acquiredMs = monotonicMs();
    const { deliveries: rows, hasSorted } = await acquireAtMost(limit, deps, running, fastOwners.find());
    if (rows.length === 0) return hasSorted ? 'sorted' : 'nothing';
    for (const [row, prepared] of await prepare(deps, rows, acquiredMs)) start(row, prepared);
    return 'deliveries';
  }

  function start(row: AcquiredDelivery, prepared: Prepared): void {
    const owner = row.brokerId ?? operators;
    const startedMs = monotonicMs();
    const done = deliver(deliverDeps, row, prepared)
      .catch((err: unknown) => log.warn({ err, deliveryId: row.id }, resultNotRecorded))
      .finally(() => {
        running.delete(row.id);
        fastOwners.recordCall(owner, startedMs);
        void fill().catch((err: unknown) => log.warn({ err }, nothingAcquired));
      });
    running.set(row.id, { isProbe: row.isProbe, owner, startedMs, done });
  }

  /** A call that ends meanwhile makes room that this run may not have seen, so it runs once more. */
  function fill(): Promise<void> {
    isAskedAgain = true;
    filling ??= fillAll().finally(() => {
      filling = undefined;
    });
    return filling;
  }

  async function fillAll(): Promise<void> {
    let sortsLeft = sortsPerFill;
    while (isAskedAgain) {
      isAskedAgain = false;
      for (;;) {
        const found = await acquire();
        if (found === 'sorted') sortsLeft -= 1;
        if (found === 'nothing' || sortsLeft <= 0) break;
      }
    }
  }

  async function idle(): Promise<void> {
    while (filling || running.size > 0)
      await Promise.allSettled([filling, ...[...running.values()].map(({ done }) => done)]);
  }

  async function close(limitMs: number): Promise<void> {
    isClosed = true;
    await Promise.race([idle(), new Promise((resolve) => setTimeout(resolve, limitMs).unref())]);
    await client.close();
  }

  return { fill, idle, close };
}

/** The owners whose last call was fast. One with a slow call is none while it runs. */
function trackFastOwners(running: ReadonlyMap<string, RunningCall>, monotonicMs: () => number) {
  const owners = new Set<string>();
  return {
    find(): ReadonlySet<string> {
      const slowSince = monotonicMs() - fastMs;
      for (const { owner, startedMs } of running.values()) if (startedMs < slowSince) owners.delete(owner);
      return owners;
    },
    recordCall(owner: string, startedMs: number): void {
      if (monotonicMs() - startedMs < fastMs) owners.add(owner);
      else owners.delete(owner);
    },
  };
}

const acquireAtMost = (
  limit: number,
  { db, log, settings }: SenderDeps,
  running: ReadonlyMap<string, RunningCall>,
  fastOwners: ReadonlySet<string>,
) =>
  acquireDeliveries(db, {
    ...buildLimits(settings, running, limit),
    running: countAgainstShare([...running.values()], fastOwners, Math.floor(limit / 2)),
    onEndpointError: (err, endpointId) => log.error({ err, endpointId }, endpointNotAcquired),
  });

/** Reads what the calls of these deliveries need, for all of them together. */
async function prepare(
  deps: SenderDeps,
  rows: readonly AcquiredDelivery[],
  acquiredMs: number,
): Promise<readonly (readonly [AcquiredDelivery, Prepared])[]> {
  const endpointIds = rows.map(({ endpointId }) => endpointId);
  const [messages, keys] = await Promise.all([deps.buildMessages(rows), findKeys(deps, endpointIds)]);
  const { timeoutMs } = deps.settings;
  const callBeforeMs = acquiredMs + computeLeaseMs(timeoutMs) - timeoutMs;
  return rows.map((row) => [
    row,
    { message: messages.get(row.id), keys: keys.get(row.endpointId) ?? [], acquiredMs, callBeforeMs },
  ]);
}

/**
 * Opens the keys of all endpoints, and after an error those of each alone. An endpoint whose keys cannot be opened has
 * none.
 */
async function findKeys(
  { findSigningKeys, log }: SenderDeps,
  endpointIds: readonly string[],
): ReturnType<FindSigningKeys> {
  try {
    return await findSigningKeys(endpointIds);
  } catch (error) {
    if (isConnectionLost(error)) throw error;
  }
  const found = new Map<string, readonly SigningKey[]>();
  for (const endpointId of new Set(endpointIds)) {
    const keys = await findSigningKeys([endpointId]).catch((err: unknown) =>
      log.error({ err, endpointId }, 'the keys of a webhook endpoint cannot be opened'),
    );
    if (keys) for (const [id, own] of keys) found.set(id, own);
  }
  return found;
}

/**
 * Results of calls that end together share a statement. If it fails, each is recorded alone, so that it fails alone.
 */
function createRecorder({ db, log, settings }: SenderDeps): (result: AttemptResult) => Promise<unknown> {
  const pauses = { firstMs: settings.retryDelaysMs[0] ?? 0, limitMs: settings.pauseLimitMs, probingFrom };
  const recordBatch = async (results: readonly AttemptResult[]): Promise<readonly undefined[]> => {
    await recordResults(db, results, pauses).catch(async (error: unknown) => {
      if (results.length === 1 || isConnectionLost(error)) throw error;
      for (const result of results)
        await recordResults(db, [result], pauses).catch((err: unknown) =>
          log.warn({ err, deliveryId: result.deliveryId }, resultNotRecorded),
        );
    });
    return [];
  };
  return coalesce(recordBatch, { limit: resultsPerStatement, concurrency: 2 });
}

function buildLimits(
  { concurrency, perEndpoint, timeoutMs }: SenderSettings,
  running: ReadonlyMap<string, RunningCall>,
  limit: number,
) {
  const calls = [...running.values()];
  const probes = calls.filter(({ isProbe }) => isProbe).length;
  return {
    limit,
    probeLimit: Math.max(0, Math.ceil(concurrency * probeShare) - probes),
    perEndpoint,
    perBroker: Math.ceil(concurrency * brokerShare),
    leaseMs: computeLeaseMs(timeoutMs),
  };
}

/** Counts the calls of each owner; the first `spare` ones of an owner with fast receivers do not count. */
function countAgainstShare(
  calls: readonly RunningCall[],
  fastOwners: ReadonlySet<string>,
  spare: number,
): ReadonlyMap<string, number> {
  const counts = new Map([...fastOwners].map((owner) => [owner, -spare]));
  for (const { owner } of calls) counts.set(owner, (counts.get(owner) ?? 0) + 1);
  return counts;
}
