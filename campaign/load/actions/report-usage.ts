import { randomUUID } from 'node:crypto';
import type { Chance } from '../../chance.ts';
import type { Client, Estate, Report } from '../client.ts';

const mostAtOnce = 20;

interface Answer {
  readonly refused: readonly { readonly recordId: string; readonly code: string; readonly taken?: number }[];
}

/** Reports what some lines have used; of the records one in five was reported before. */
export async function reportUsage({ ask, chance, estate, findings }: Client): Promise<void> {
  const records = Array.from({ length: chance.between(1, mostAtOnce) }, () => aReport(estate, chance));
  const { status, body } = await ask('POST', '/usage/records', { body: { records } });
  if (status !== 200) return findings.wrong(`usage was answered ${status}: ${JSON.stringify(body)}`);
  const refused = new Map((body as Answer).refused.map((refusal) => [refusal.recordId, refusal]));
  for (const record of records) {
    const refusal = refused.get(record.recordId);
    if (refusal && refusal.code !== 'no-balance') continue;
    estate.reported.push(record);
    findings.saw(refusal ? 'usage cut short' : 'usage counted');
    findings.wasCounted(record.recordId, refusal ? (refusal.taken ?? 0) : record.amount);
  }
}

/** Of ten, nine are of lines that joined a subscription, as far as there are any. */
function aReport({ lineIds, subscribed, reported }: Estate, chance: Chance): Report {
  if (reported.length > 0 && chance.happens(20)) return chance.oneOf(reported);
  const type = chance.oneOf(['DATA', 'DATA', 'SMS'] as const);
  const lineId = subscribed.length > 0 && chance.happens(90) ? chance.oneOf(subscribed).lineId : chance.oneOf(lineIds);
  return { recordId: randomUUID(), lineId, type, amount: chance.between(1, 100_000), usedAt: new Date().toISOString() };
}
