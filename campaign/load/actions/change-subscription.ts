import type { Client } from '../client.ts';

/** Lets a line join one of the broker's subscriptions, or leave it, or pauses a subscription, or resumes it. */
export async function changeSubscription(client: Client): Promise<void> {
  const { chance } = client;
  if (chance.happens(60)) return join(client);
  return chance.happens(50) ? leave(client) : pauseOrResume(client);
}

async function join({ ask, chance, estate, findings }: Client): Promise<void> {
  const [lineId, subscriptionId] = [chance.oneOf(estate.lineIds), chance.oneOf(estate.broker.subscriptionIds)];
  const { status } = await ask('POST', `/subscriptions/${subscriptionId}/lines`, { body: { lineId } });
  if (status >= 300) return;
  findings.saw('a line that joined a subscription');
  estate.subscribed.push({ lineId, subscriptionId });
}

async function leave({ ask, chance, estate, findings }: Client): Promise<void> {
  if (estate.subscribed.length === 0) return;
  const { lineId, subscriptionId } = chance.oneOf(estate.subscribed);
  const { status } = await ask('DELETE', `/subscriptions/${subscriptionId}/lines/${lineId}`);
  if (status < 300) findings.saw('a line that left a subscription');
}

async function pauseOrResume({ ask, chance, estate, findings }: Client): Promise<void> {
  const path = `/subscriptions/${chance.oneOf(estate.broker.subscriptionIds)}`;
  const { status } = await ask('POST', `${path}/pause`, { body: {} });
  if (status < 300) return findings.saw('a subscription paused');
  const resumed = await ask('POST', `${path}/resume`);
  if (resumed.status < 300) findings.saw('a subscription resumed');
}
