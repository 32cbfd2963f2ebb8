import { buildEnvelope, type PositionedEvent } from '@linework/events/build-envelope';
import { eventEnvelope } from '@linework/schemas/events/event-envelope';
import { describe, expect, it } from 'vitest';

const brokerId = '018f0000-0000-7000-8000-000000000001';
const blocked: PositionedEvent = {
  position: 4711,
  id: '00000000-126b-8f2c-9a6e-0d3c5b7a9e11',
  brokerId,
  type: 'line.blocked',
  at: new Date('2026-11-25T03:00:00.123Z'),
  resourceType: 'line',
  resourceId: '018f0000-0000-7000-8000-000000000002',
  fromStatus: 'BLOCKING',
  toStatus: 'BLOCKED',
  orderId: '018f0000-0000-7000-8000-000000000003',
  keyId: null,
  keyName: null,
  keyBrokerId: null,
  operatorName: null,
  job: null,
  details: {},
};
const reader = { brokerId, scopes: ['lines:read', 'events:read'] } as const;

describe('the envelope of an event', () => {
  it('has the members of CloudEvents and of Standard Webhooks', () => {
    const envelope = buildEnvelope(blocked, { payload: 'full', reader });
    expect(eventEnvelope.parse(envelope)).toEqual({
      specversion: '1.0',
      id: blocked.id,
      source: `/brokers/${brokerId}`,
      type: 'line.blocked',
      time: '2026-11-25T03:00:00.123Z',
      subject: `line/${blocked.resourceId}`,
      datacontenttype: 'application/json',
      timestamp: '2026-11-25T03:00:00.123Z',
      position: 4711,
      data: {
        record: { type: 'line', id: blocked.resourceId, brokerId, status: 'BLOCKED', details: {} },
        previous: { status: 'BLOCKING' },
        orderId: blocked.orderId,
        actor: { type: 'system', job: 'advance-order' },
      },
    });
  });

  it('has only attributes whose names and values CloudEvents allows', () => {
    const { data: _data, ...attributes } = buildEnvelope(blocked, { payload: 'full', reader });
    for (const [name, value] of Object.entries(attributes)) {
      expect(name).toMatch(/^[a-z0-9]{1,20}$/);
      expect(['string', 'number']).toContain(typeof value);
    }
  });

  it('has only ids if it is thin', () => {
    const { data } = buildEnvelope(blocked, { payload: 'thin', reader });
    expect(data).toEqual({ record: { type: 'line', id: blocked.resourceId } });
  });

  it('names no previous status where the status did not change', () => {
    const { data } = buildEnvelope(
      { ...blocked, type: 'line.changed', fromStatus: null, toStatus: null, details: { changed: ['metadata'] } },
      { payload: 'full', reader },
    );
    expect(data).not.toHaveProperty('previous');
    expect(data.record).not.toHaveProperty('status');
    expect(data.record.details).toEqual({ changed: ['metadata'] });
  });
});

describe('the details of an event', () => {
  const changed: PositionedEvent = {
    ...blocked,
    type: 'resource.changed',
    resourceType: 'resource',
    fromStatus: null,
    toStatus: null,
    details: {
      changed: ['attributes'],
      lineId: blocked.resourceId,
      attributes: { imsi: { from: '724010000000001', to: '724010000000002' } },
      note: 'SIM 8955010000000000017 of 529.982.247-25',
      holder: { name: 'Maria Silva', city: 'Campinas', fullName: { from: 'Carlos E Lima', to: 'Ana' } },
      count: 3,
    },
  };

  it('are masked for a reader who may not read the record', () => {
    const { data } = buildEnvelope(changed, { payload: 'full', reader });
    expect(data.record.details).toEqual({
      changed: ['attributes'],
      lineId: blocked.resourceId,
      attributes: { imsi: { from: '***********0001', to: '***********0002' } },
      note: 'SIM ***************0017 of **********7-25',
      holder: { name: 'M**** S****', city: 'Campinas', fullName: { from: 'C***** * L***', to: 'A**' } },
      count: 3,
    });
  });

  it('are in clear for a reader who may', () => {
    const { data } = buildEnvelope(changed, { payload: 'full', reader: { brokerId, scopes: ['inventory:read'] } });
    expect(data.record.details).toEqual(changed.details);
  });
});
