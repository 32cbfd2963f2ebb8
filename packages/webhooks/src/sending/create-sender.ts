import { coalesce } from '@linework/batching/coalesce';
import type { Db } from '@linework/db/db';
import type { Log } from '@linework/log/log';
import { type AcquiredDelivery, acquireDeliveries, probingFrom } from './acquire-deliveries.ts';
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
  /** Starts calls for deliveries that are due, as many as fit. Returns when they are started; each end of a call starts further ones. */
  fill(): Promise<void>;
  /** Waits until no call is running and none is due. */
  idle(): Promise<void>;
  /** Starts no more calls and waits for the running ones, `limitMs` at most. The lease of the others ends. */
  close(limitMs: number): Promise<void>;
}

interface RunningCall {
  readonly isProbe: boolean;
  readonly done: Promise<void>;
}

/** The share of the calls that failing endpoints may use. */
const probeShare = 0.25;
const resultsPerStatement = 100;

/** A call ends within the lease, with as much time again for a busy worker. */
const computeLeaseMs = (timeoutMs: number): number => 2 * timeoutMs + 1_000;

/** Creates the sender of this process. */
export function createSender(deps: SenderDeps): Sender {
  const { db, log, client, settings, onAttempt, monotonicMs = () => performance.now() } = deps;
  const running = new Map<string, RunningCall>();
  const deliverDeps: DeliverDeps = { db, client, retryDelaysMs: settings.retryDelaysMs, record: createRecorder(deps), onAttempt, monotonicMs };
  let filling: Promise<void> | undefined;
  let isAskedAgain = false;
  let isClosed = false;

  async function acquire(): Promise<boolean> {
    const limit = settings.concurrency - running.size;
    if (limit <= 0 || isClosed) return false;
    const acquiredMs = monotonicMs();
    const rows = await acquireDeliveries(db, buildLimits(settings, running, limit));
    if (rows.length === 0) return false;
    const [messages, keys] = await Promise.all([deps.buildMessages(rows), deps.findSigningKeys(rows.map(({ endpointId }) => endpointId))]);
    const callBeforeMs = acquiredMs + computeLeaseMs(settings.timeoutMs) - settings.timeoutMs;
    for (const row of rows) start(row, { message: messages.get(row.id), keys: keys.get(row.endpointId) ?? [], acquiredMs, callBeforeMs });
    return true;
  }

  function start(row: AcquiredDelivery, prepared: Prepared): void {
    const done = deliver(deliverDeps, row, prepared)
      .catch((err: unknown) => log.warn({ err, deliveryId: row.id }, 'no result of a webhook delivery was recorded; it is repeated when its lease ends'))
      .finally(() => {
        running.delete(row.id);
        void fill().catch((err: unknown) => log.warn({ err }, 'no webhook deliveries were acquired; the next run of the job acquires them'));
      });
    running.set(row.id, { isProbe: row.isProbe, done });
  }

  /** A call that ends while deliveries are being acquired makes room that this run may not have seen, so it runs once more. */
  function fill(): Promise<void> {
    isAskedAgain = true;
    filling ??= fillAll().finally(() => {
      filling = undefined;
    });
    return filling;
  }

  async function fillAll(): Promise<void> {
    while (isAskedAgain) {
      isAskedAgain = false;
      while (await acquire());
    }
  }

  async function idle(): Promise<void> {
    while (filling || running.size > 0) await Promise.allSettled([filling, ...[...running.values()].map(({ done }) => done)]);
  }

  async function close(limitMs: number): Promise<void> {
    isClosed = true;
    await Promise.race([idle(), new Promise((resolve) => setTimeout(resolve, limitMs).unref())]);
    await client.close();
  }

  return { fill, idle, close };
}

/** Results of calls that end together share a statement. */
function createRecorder({ db, settings }: SenderDeps): (result: AttemptResult) => Promise<unknown> {
  const pauses = { firstMs: settings.retryDelaysMs[0] ?? 0, limitMs: settings.pauseLimitMs, probingFrom };
  const recordBatch = async (results: readonly AttemptResult[]): Promise<readonly undefined[]> => {
    await recordResults(db, results, pauses);
    return [];
  };
  return coalesce(recordBatch, { limit: resultsPerStatement, concurrency: 2 });
}

function buildLimits({ concurrency, perEndpoint, timeoutMs }: SenderSettings, running: ReadonlyMap<string, RunningCall>, limit: number) {
  const probes = [...running.values()].filter(({ isProbe }) => isProbe).length;
  return { limit, probeLimit: Math.max(0, Math.ceil(concurrency * probeShare) - probes), perEndpoint, leaseMs: computeLeaseMs(timeoutMs) };
}
