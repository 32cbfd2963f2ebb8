import type { Subscriber } from '@linework/network-simulator/subscriber';

let last = 0;

/** A unique subscriber in this file. */
export function aSubscriber(values: Partial<Subscriber> = {}): Subscriber {
  last += 1;
  const digits = String(last).padStart(8, '0');
  return { imsi: `7240100${digits}`, msisdn: `55119${digits}`, serviceState: 'active', ...values };
}
