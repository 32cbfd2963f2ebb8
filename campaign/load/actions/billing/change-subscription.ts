import type { Client } from '../client.ts';

/** Adds a line to a subscription, removes a line, or pauses or resumes a subscription. */
export async function changeSubscription(client: Client): Promise<void> {
  const { chance } = client;
  if (chance.happens(60)) return join(client);
  return chance.happens(50) ? leave(client) : pauseOrResume(client);
}

async function join({ send, chance, state, report }: Client): Promise<void> {
  const [lineId, subscriptionId] = [chance.oneOf(state.lineIds), chance.oneOf(state.broker.subscriptionIds)];
  const { status } = await send('POST', `/subscriptions/${subscriptionId}/lines`, { body: { lineId } });
  if (status >= 300) return;
  report.increment('line joined a subscription');
  state.subscribed.push({ lineId, subscriptionId });
}

async function leave({ send, chance, state, report }: Client): Promise<void> {
  if (state.subscribed.length === 0) return;
  const { lineId, subscriptionId } = chance.oneOf(state.subscribed);
  const { status } = await send('DELETE', `/subscriptions/${subscriptionId}/lines/${lineId}`);
  if (status < 300) report.increment('line left a subscription');
}

async function pauseOrResume({ send, chance, state, report }: Client): Promise<void> {
  const path = `/subscriptions/${chance.oneOf(state.broker.subscriptionIds)}`;
  const { status } = await send('POST', `${path}/pause`, { body: {} });
  if (status < 300) return report.increment('subscription paused');
  const resumed = await send('POST', `${path}/resume`);
  if (resumed.status < 300) report.increment('subscription resumed');
}
