import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

/** The brokers that have series of their own in a process. The others share `other`. */
export const brokerLimit = 100;
const otherBrokers = 'other';

const stepSeconds = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/**
 * The only series with a broker: four, each with few other labels, for at most a hundred brokers. A type or a step
 * besides would make them thousands.
 */
export function brokerMetrics(registers: Registry[]) {
  return {
    labelBroker: createBrokerLabel(),
    brokerOrdersFinished: new Counter({
      name: 'linework_broker_orders_finished_total',
      help: 'Orders of a broker that this program settled.',
      labelNames: ['broker', 'status'],
      registers,
    }),
    brokerStepDuration: new Histogram({
      name: 'linework_broker_step_duration_seconds',
      help: 'Time of one attempt of a step or of its undo, of all steps of a broker.',
      labelNames: ['broker'],
      buckets: stepSeconds,
      registers,
    }),
    brokerRequestsLimited: new Counter({
      name: 'linework_broker_requests_limited_total',
      help: 'Requests of a broker that this program answered with 429.',
      labelNames: ['broker'],
      registers,
    }),
    brokerWebhookOldestDueAge: new Gauge({
      name: 'linework_broker_webhook_oldest_due_age_seconds',
      help: 'Time since the oldest due delivery of a working endpoint of the broker became due, of all workers.',
      labelNames: ['broker'],
      registers,
    }),
  };
}

/**
 * Returns the value of the label `broker`: the id of each of the first brokers that this process meets, `other` for
 * those after them.
 */
function createBrokerLabel(limit = brokerLimit): (brokerId: string) => string {
  const known = new Set<string>();
  return (brokerId) => {
    if (known.has(brokerId)) return brokerId;
    if (known.size >= limit) return otherBrokers;
    known.add(brokerId);
    return brokerId;
  };
}
