import { setTimeout as sleep } from 'node:timers/promises';
import { statement } from '@linework/db/statement';
import type { ReadableNetwork } from '../model/compare-subscriber.ts';
import { type Batch, type ClaimedLine, partMs, renewClaim } from './claim-lines.ts';
import type { ReconcileDeps } from './reconcile-deps.ts';

const reserveCallStatement = statement(
  'reserve-call-to-register',
  { rate: 'float8' },
  `UPDATE reconciliation
  SET next_call_at = greatest(next_call_at, now()) + interval '1 s' / :rate
  RETURNING (extract(epoch FROM next_call_at - now()) * 1000 - 1000 / :rate)::float8 AS "startsInMs"`,
).returns<{ readonly startsInMs: number }>();

const countOneStatement = statement('count-call-to-register', 'UPDATE reconciliation SET calls = calls + 1');

/** Waits for the time of a call that belongs to no line. */
export async function countPacedCall({ db, settings }: ReconcileDeps): Promise<void> {
  const [reserved] = await db.query(reserveCallStatement, { rate: settings.callsPerSecond });
  await sleep(Math.max(0, reserved?.startsInMs ?? 0));
  await db.query(countOneStatement);
}

export interface PacedCalls {
  /** The network for one line. Each call waits for its turn. */
  readonly networkOf: (line: ClaimedLine) => ReadableNetwork;
  /** Renews the claim if it may end before the next lines are read. */
  readonly renew: () => Promise<void>;
  readonly calls: () => number;
}

/**
 * The calls of a batch, each at its own time, so that the register never gets more than the rate allows. The times of
 * the first call of each line were reserved by the claim. Each further one reserves its own, behind those of all
 * workers.
 */
export function paceCalls(deps: ReconcileDeps, batch: Batch, settled: readonly ClaimedLine[]): PacedCalls {
  const { db, network, settings } = deps;
  const { rate = 1, startsInMs = 0 } = batch.lines[0] ?? {};
  const startMs = performance.now() + startsInMs;
  const reserve = async () => {
    const [reserved] = await db.query(reserveCallStatement, { rate });
    return performance.now() + (reserved?.startsInMs ?? 0);
  };
  let calls = 0;
  let renewedMs = batch.claimedMs;
  return {
    calls: () => calls,
    networkOf(line) {
      let isFirst = true;
      const pace =
        <Arguments extends readonly unknown[], Found>(read: (...args: Arguments) => Promise<Found>) =>
        async (...args: Arguments): Promise<Found> => {
          const at = isFirst ? startMs + (settled.indexOf(line) * 1_000) / rate : undefined;
          isFirst = false;
          const restMs = (at ?? (await reserve())) - performance.now();
          if (restMs > 0) await sleep(restMs);
          calls += 1;
          return read(...args);
        };
      const { findSubscriberOfNumber } = network;
      return {
        ...(network.wantsSimKeys && { wantsSimKeys: true }),
        findSubscriber: pace((...args: Parameters<ReadableNetwork['findSubscriber']>) =>
          network.findSubscriber(...args),
        ),
        inspectSubscriber: pace((...args: Parameters<ReadableNetwork['inspectSubscriber']>) =>
          network.inspectSubscriber(...args),
        ),
        ...(findSubscriberOfNumber && { findSubscriberOfNumber: pace(findSubscriberOfNumber) }),
      };
    },
    async renew() {
      if (performance.now() - renewedMs < partMs(settings)) return;
      renewedMs = performance.now();
      await renewClaim(deps, batch);
    },
  };
}
