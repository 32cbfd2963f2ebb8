import type { Order } from '../model/order.ts';

export const incidentGroupings = ['error', 'step', 'type', 'status'] as const;
export type IncidentGrouping = (typeof incidentGroupings)[number];

export interface IncidentGroup {
  readonly count: number;
  readonly error?: string;
  readonly step?: string;
  readonly type?: string;
  readonly status?: string;
  readonly firstAt: string;
  readonly lastAt: string;
  readonly exampleOrderId: string;
}

/** Groups failed orders, the largest group first. A group by error or step names both, because the same error at another step is another incident. */
export function groupIncidents(orders: readonly Order[], by: IncidentGrouping): readonly IncidentGroup[] {
  const groups = new Map<string, Order[]>();
  for (const order of orders) {
    const key = JSON.stringify(describeGroup(order, by));
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [order]);
    else group.push(order);
  }
  return [...groups.values()].map((group) => summarise(group, by)).toSorted((one, other) => other.count - one.count);
}

function summarise(orders: readonly Order[], by: IncidentGrouping): IncidentGroup {
  const [example] = orders;
  if (example === undefined) throw new Error('A group has at least one order.');
  const times = orders.map(({ updatedAt }) => updatedAt).toSorted();
  return { count: orders.length, ...describeGroup(example, by), firstAt: times[0] ?? '', lastAt: times.at(-1) ?? '', exampleOrderId: example.id };
}

function describeGroup(order: Order, by: IncidentGrouping): Pick<IncidentGroup, 'error' | 'step' | 'type' | 'status'> {
  if (by === 'type') return { type: order.type };
  if (by === 'status') return { status: order.status };
  const step = order.steps.find(({ status }) => status === 'FAILED' || status === 'ROLLBACK_FAILED');
  const error = String(step?.error?.['code'] ?? 'unknown');
  const code = step?.orderTypeStepCode ?? 'unknown';
  return by === 'error' ? { error, step: code } : { step: code };
}
