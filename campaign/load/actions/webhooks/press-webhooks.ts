import type { Client } from '../../client.ts';

const atOnce = 8;

/**
 * What a broker may ask of its webhooks, all at once: replays of the first events to an endpoint, and samples to a receiver that hangs. Refusals are
 * answers too; what counts is that other brokers do not notice (`load/neighbour.ts`).
 */
export async function pressWebhooks({ send, endpoints: { endpointId, hangingEndpointId }, chance, report }: Client): Promise<void> {
  const replay = { body: { fromPosition: 1, toPosition: 100, perSecond: 1_000, dryRun: chance.happens(50) } };
  const requests = Array.from({ length: atOnce }, (_, at) =>
    at % 2 === 0
      ? send('POST', `/webhook-endpoints/${endpointId}/replays`, replay)
      : send('POST', `/webhook-endpoints/${hangingEndpointId}/test`, { body: {} }),
  );
  for (const [at, { status, body }] of (await Promise.all(requests)).entries()) {
    report.increment(`${at % 2 === 0 ? 'replay' : 'sample to a hanging receiver'}: ${status < 300 ? 'done' : 'refused'}`);
    if (![200, 409, 422].includes(status)) report.addViolation(`a replay or a sample got status ${status}: ${JSON.stringify(body)}`);
  }
}
