import type { Log } from '@linework/log/log';
import { type CallCounts, createCallCounts } from '@linework/simulator/call-counts';
import { createFaults, type Faults } from '@linework/simulator/faults';
import { type Books, openBooks } from './books.ts';
import type { Settings } from './config.ts';
import { fits, type Match, type StrikableCall } from './fault.ts';
import { type Notices, openNotices } from './notices.ts';
import { createToldAnswers, type ToldAnswers } from './told-answers.ts';

/** What the routes stand on. */
export interface Simulator {
  readonly books: Books;
  readonly faults: Faults<Match, StrikableCall>;
  readonly told: ToldAnswers;
  readonly counts: CallCounts;
  readonly notices: Notices;
  readonly answerAfterMs: number;
  /** What every call of a company's has to carry; undefined where any caller is served. */
  readonly accessKey: string | undefined;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly log: Log;
  close(): Promise<void>;
}

/** A simulator with what its state file remembers. Faults, told answers and counts begin anew at each start. */
export function openSimulator(settings: Settings, { now, log }: Pick<Simulator, 'now' | 'log'>): Simulator {
  const books = openBooks(settings.STATE_FILE, now);
  const faults = createFaults({ now, fits });
  const notices = openNotices({ linework: { url: settings.LINEWORK_URL, key: settings.LINEWORK_KEY }, faults, log });
  return {
    books,
    faults,
    told: createToldAnswers(),
    counts: createCallCounts(),
    notices,
    answerAfterMs: settings.ANSWER_AFTER_MS,
    accessKey: settings.ACCESS_KEY,
    now,
    log,
    async close() {
      await notices.close();
      books.close();
    },
  };
}
