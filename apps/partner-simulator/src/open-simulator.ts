import type { Log } from '@linework/log/log';
import { type CallCounts, createCallCounts } from '@linework/simulator/call-counts';
import { createFaults, type Faults } from '@linework/simulator/create-faults';
import type { Settings } from './config.ts';
import { type FaultTarget, isFaultFor, type Match } from './fault-match.ts';
import { openWebhooks, type Webhooks } from './open-webhooks.ts';
import { createScriptedReplies, type ScriptedReplies } from './scripted-replies.ts';
import { openStateStore, type StateStore } from './state-store.ts';
import { type AuthorityRates, createAuthorityRates } from './tax-authority/rates-by-day.ts';

/** The dependencies of the routes. */
export interface Simulator {
  readonly store: StateStore;
  readonly faults: Faults<Match, FaultTarget>;
  readonly scriptedReplies: ScriptedReplies;
  readonly counts: CallCounts;
  readonly webhooks: Webhooks;
  /** What the tax authority knows of IBS and CBS. */
  readonly authorityRates: AuthorityRates;
  readonly answerAfterMs: number;
  /** The key that every call must carry; undefined when any caller is accepted. */
  readonly accessKey: string | undefined;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly log: Log;
  close(): Promise<void>;
}

/** A simulator with the state from its state file. Faults, scripted replies and counts start empty. */
export function openSimulator(settings: Settings, { now, log }: Pick<Simulator, 'now' | 'log'>): Simulator {
  const store = openStateStore(settings.STATE_FILE, now);
  const faults = createFaults({ now, isFaultFor });
  const webhooks = openWebhooks({ target: { url: settings.LINEWORK_URL, key: settings.LINEWORK_KEY }, faults, log });
  return {
    store,
    faults,
    scriptedReplies: createScriptedReplies(),
    counts: createCallCounts(),
    webhooks,
    authorityRates: createAuthorityRates(),
    answerAfterMs: settings.RESPONSE_DELAY_MS,
    accessKey: settings.ACCESS_KEY,
    now,
    log,
    async close() {
      await webhooks.close();
      store.close();
    },
  };
}
