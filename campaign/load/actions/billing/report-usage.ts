import { randomUUID } from 'node:crypto';
import type { Chance } from '../../../world/chance.ts';
import type { BrokerState, Client, UsageReport } from '../client.ts';

const batchLimit = 20;

interface UsageResponse {
  readonly partlyCounted: readonly { readonly recordId: string; readonly countedAmount: number }[];
  readonly refused: readonly { readonly recordId: string; readonly code: string }[];
}

/** Reports usage of some lines. One record in five is a repetition. */
export async function reportUsage({ send, chance, state, report }: Client): Promise<void> {
  const records = Array.from({ length: chance.between(1, batchLimit) }, () => buildReport(state, chance));
  const { status, body } = await send('POST', '/usage/records', { body: { records } });
  if (status !== 200) return report.addViolation(`usage got status ${status}: ${JSON.stringify(body)}`);
  const { partlyCounted, refused } = body as UsageResponse;
  const codes = new Map(refused.map(({ recordId, code }) => [recordId, code]));
  const parts = new Map(partlyCounted.map(({ recordId, countedAmount }) => [recordId, countedAmount]));
  for (const record of records) {
    const code = codes.get(record.recordId);
    if (code !== undefined && code !== 'no-balance') continue;
    const counted = code === undefined ? (parts.get(record.recordId) ?? record.amount) : 0;
    state.reported.push(record);
    report.increment(counted < record.amount ? 'usage counted in part' : 'usage counted');
    report.recordCountedUsage(record.recordId, counted);
  }
}

/** Nine of ten records are of lines in a subscription, if there are any. */
function buildReport({ lineIds, subscribed, reported }: BrokerState, chance: Chance): UsageReport {
  if (reported.length > 0 && chance.happens(20)) return chance.oneOf(reported);
  const type = chance.oneOf(['DATA', 'DATA', 'SMS'] as const);
  const lineId = subscribed.length > 0 && chance.happens(90) ? chance.oneOf(subscribed).lineId : chance.oneOf(lineIds);
  return { recordId: randomUUID(), lineId, type, amount: chance.between(1, 100_000), usedAt: new Date().toISOString() };
}
