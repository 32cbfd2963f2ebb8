import type { Scope } from '@linework/auth/scopes';
import { type EventType, eventType } from '../events.ts';
import { recordReaders } from '../masking-rules.ts';

type WithHyphens<Name extends string> = Name extends `${infer Start}_${infer End}`
  ? `${Start}-${WithHyphens<End>}`
  : Name;
/** The first part of an event type names the kind of its record. The types of `usage` are about a line. */
type KindOf<Type extends string> = Type extends `${infer Name}.${string}` ? WithHyphens<Exclude<Name, 'usage'>> : never;

/** A kind of record without a reader does not compile. */
const readers = recordReaders satisfies Readonly<Record<KindOf<EventType>, unknown>>;

export type EventResourceType = keyof typeof readers;
export const eventResourceTypes = Object.keys(readers) as [EventResourceType, ...EventResourceType[]];

type Reader = { readonly scope: Scope; readonly isOfCompany: boolean };

/** Who reads a record. An unknown kind, such as one of a plugged-in engine, needs the operator. */
const findReader = (resourceType: string): Reader =>
  (readers as Readonly<Record<string, Reader>>)[resourceType] ?? { scope: 'operator', isOfCompany: false };

/** The scope that reads a record. */
export const findReadScope = (resourceType: string): Scope => findReader(resourceType).scope;

/** Whether a record is about the company, so that people in the console read its names. */
export const isOfCompany = (resourceType: string): boolean => findReader(resourceType).isOfCompany;

/** The kind of record that events of this type are about. Most types begin with it. */
export function findEventResource(type: EventType): EventResourceType {
  if (type === eventType('payment.reversed')) return 'invoice';
  const [name = ''] = type.split('.');
  return name === 'usage' ? 'line' : (name.replaceAll('_', '-') as KindOf<EventType>);
}
