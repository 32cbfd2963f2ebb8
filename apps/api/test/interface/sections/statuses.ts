import { expect } from 'vitest';
import { bodyOf, type Sentence } from '../sentence.ts';

/** The values that the interface lists, with their schema in the document. */
const listed: readonly (readonly [record: string, schema: string, values: string])[] = [
  [
    'order',
    'Order',
    'PENDING, IN_PROGRESS, COMPLETED, FAILED, ROLLING_BACK, ROLLED_BACK, ROLLBACK_FAILED, CANCELLING, CANCELLED, ' +
      'CANCEL_FAILED',
  ],
  ['order step', 'OrderStep', 'PENDING, RUNNING, SUCCESS, FAILED, SKIPPED, ROLLING_BACK, ROLLED_BACK, ROLLBACK_FAILED'],
  ['subscription', 'Subscription', 'DRAFT, ACTIVE, PAUSED, CANCELLED, EXPIRED'],
  [
    'line',
    'Line',
    'PROVISIONING, PROVISIONING_ERROR, STAND_BY, ACTIVATING, ACTIVATION_ERROR, ACTIVE, BLOCKING, BLOCKING_ERROR, ' +
      'BLOCKED, TERMINATING, TERMINATION_ERROR, TERMINATED',
  ],
  ['inventory resource', 'Resource', 'available, reserved, active, suspended, quarantined, decommissioned'],
  ['tax receipt', 'TaxReceipt', 'ACTIVE, CANCELED, DRAFT'],
];

interface Documented {
  readonly components: {
    readonly schemas: Readonly<
      Record<string, { readonly properties?: { readonly status?: { readonly enum?: readonly string[] } } }>
    >;
  };
}

/** Section 3: exactly the values of each status. */
export const statuses: readonly Sentence[] = listed.map(([record, schema, values]) => ({
  section: '3',
  says:
    `The status of ${record === 'order' || record === 'inventory resource' || record === 'order step' ? 'an' : 'a'} ` +
    `${record} is one of the listed values.`,
  request: `GET /openapi.json, ${schema}`,
  async see({ sendRequest }) {
    const { components } = bodyOf(await sendRequest('/openapi.json', { headers: {} })) as unknown as Documented;
    const expected = values.split(', ');
    expect(components.schemas[schema]?.properties?.status?.enum?.toSorted()).toEqual(expected.toSorted());
    return `the ${expected.length} values`;
  },
}));
