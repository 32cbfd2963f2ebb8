import type { Client } from './client.ts';

const atOnce = 4;

/**
 * What a broker may ask of its webhooks, all at once: replays of the first events to an endpoint, and samples to a
 * receiver that hangs. Refusals are answers too; what counts is that other brokers do not notice (`load/neighbour.ts`).
 */
export async function pressWebhooks({ send, postOnce, endpoints, chance, report }: Client): Promise<void> {
  const { endpointId, hangingEndpointId } = endpoints;
  const replay = { body: { fromPosition: 1, toPosition: 20, perSecond: 1_000, dryRun: chance.happens(50) } };
  const each = <Result>(ask: () => Promise<Result>) => Promise.all(Array.from({ length: atOnce }, ask));
  const [replays, samples] = await Promise.all([
    each(() => send('POST', `/webhook-endpoints/${endpointId}/replays`, replay)),
    each(() => postOnce(`/webhook-endpoints/${hangingEndpointId}/test`, {})),
  ]);
  for (const { status, body } of replays) {
    report.increment(`replay: ${status < 300 ? 'done' : 'refused'}`);
    if (![200, 409, 422].includes(status))
      report.addViolation(`a replay got status ${status}: ${JSON.stringify(body)}`);
  }
  for (const sample of samples)
    report.increment(`sample to a hanging receiver: ${sample?.status === 200 ? 'done' : 'refused'}`);
}
