import { randomUUID } from 'node:crypto';
import type { Chance } from '../../chance.ts';
import type { Client, Estate, Report } from '../client.ts';

const mostAtOnce = 20;

interface Answer {
  readonly partlyCounted: readonly { readonly recordId: string; readonly countedAmount: number }[];
  readonly refused: readonly { readonly recordId: string; readonly code: string }[];
}

/** Reports what some lines have used; of the records one in five was reported before. */
export async function reportUsage({ ask, chance, estate, findings }: Client): Promise<void> {
  const records = Array.from({ length: chance.between(1, mostAtOnce) }, () => aReport(estate, chance));
  const { status, body } = await ask('POST', '/usage/records', { body: { records } });
  if (status !== 200) return findings.wrong(`usage was answered ${status}: ${JSON.stringify(body)}`);
  const { partlyCounted, refused } = body as Answer;
  const codes = new Map(refused.map(({ recordId, code }) => [recordId, code]));
  const parts = new Map(partlyCounted.map(({ recordId, countedAmount }) => [recordId, countedAmount]));
  for (const record of records) {
    const code = codes.get(record.recordId);
    if (code !== undefined && code !== 'no-balance') continue;
    const counted = code === undefined ? (parts.get(record.recordId) ?? record.amount) : 0;
    estate.reported.push(record);
    findings.saw(counted < record.amount ? 'usage cut short' : 'usage counted');
    findings.wasCounted(record.recordId, counted);
  }
}

/** Of ten, nine are of lines that joined a subscription, as far as there are any. */
function aReport({ lineIds, subscribed, reported }: Estate, chance: Chance): Report {
  if (reported.length > 0 && chance.happens(20)) return chance.oneOf(reported);
  const type = chance.oneOf(['DATA', 'DATA', 'SMS'] as const);
  const lineId = subscribed.length > 0 && chance.happens(90) ? chance.oneOf(subscribed).lineId : chance.oneOf(lineIds);
  return { recordId: randomUUID(), lineId, type, amount: chance.between(1, 100_000), usedAt: new Date().toISOString() };
}
