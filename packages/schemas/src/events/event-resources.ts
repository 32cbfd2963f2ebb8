import type { Scope } from '@linework/auth/scopes';
import { type EventType, eventType } from '../events.ts';

type WithHyphens<Name extends string> = Name extends `${infer Start}_${infer End}` ? `${Start}-${WithHyphens<End>}` : Name;
/** The first part of an event type names the kind of its record. The types of `usage` are about a line. */
type KindOf<Type extends string> = Type extends `${infer Name}.${string}` ? WithHyphens<Exclude<Name, 'usage'>> : never;

/** The kinds of records that events are about, each with the scope that reads such a record. */
const eventResourceScopes = {
  line: 'lines:read',
  order: 'orders:read',
  resource: 'inventory:read',
  'resource-type': 'inventory:read',
  pool: 'inventory:read',
  range: 'inventory:read',
  reservation: 'inventory:read',
  'bulk-operation': 'lines:read',
  subscription: 'subscriptions:read',
  invoice: 'subscriptions:read',
  payment: 'payments:read',
  refund: 'payments:read',
  'payment-method': 'payment-methods:read',
  'tax-receipt': 'tax-receipts:read',
  supplier: 'tax-receipts:read',
  'port-in': 'portability:read',
  'port-out': 'portability:read',
  holder: 'holders:read',
  offer: 'catalog:read',
  broker: 'operator',
  'api-key': 'keys:read',
  pause: 'operator',
  'webhook-endpoint': 'webhooks:read',
  operator: 'operator',
  'saved-view': 'operator',
} as const satisfies Readonly<Record<KindOf<EventType>, Scope>>;

export type EventResourceType = keyof typeof eventResourceScopes;
export const eventResourceTypes = Object.keys(eventResourceScopes) as [EventResourceType, ...EventResourceType[]];

/** The scope that reads a record. An unknown kind, such as one of a plugged-in engine, needs the operator. */
export function findReadScope(resourceType: string): Scope {
  return (eventResourceScopes as Readonly<Record<string, Scope>>)[resourceType] ?? 'operator';
}

/** The kind of record that events of this type are about. Most types begin with it. */
export function findEventResource(type: EventType): EventResourceType {
  if (type === eventType('payment.reversed')) return 'invoice';
  const [name = ''] = type.split('.');
  return name === 'usage' ? 'line' : (name.replaceAll('_', '-') as KindOf<EventType>);
}
