import type { Subscriber } from '@linework/network-simulator/subscriber';
import type { networkSimulatorClient } from '@linework/testing/simulators/network-simulator-client';

let last = 0;

/** A unique subscriber in this file. */
export function aSubscriber(values: Partial<Subscriber> = {}): Subscriber {
  last += 1;
  const digits = String(last).padStart(8, '0');
  return { imsi: `7240100${digits}`, msisdn: `55119${digits}`, serviceState: 'active', ...values };
}

/** A unique subscriber that is in the register of the simulator. */
export async function aLoadedSubscriber(
  client: Pick<ReturnType<typeof networkSimulatorClient>, 'load'>,
): Promise<Subscriber> {
  const subscriber = aSubscriber();
  await client.load([subscriber]);
  return subscriber;
}
