import { describe, expect, it } from 'vitest';
import { maskBody } from '../../src/console/mask-body.ts';

const id = '0199a1c2-0000-7000-8000-123456789012';

describe('a response of the console', () => {
  it('masks the number, the SIM and the holder of a line, and keeps ids and times', () => {
    const holder = { id, name: 'Ana Souza', federalTaxId: '11144477735' };
    const line = {
      id,
      status: 'ACTIVE',
      msisdn: '+5511987654321',
      iccId: '8955010012345678905',
      holder,
      createdAt: '2026-11-25T03:00:00.000Z',
    };
    expect(maskBody(line, 'lines')).toEqual({
      ...line,
      msisdn: '**********4321',
      iccId: '***************8905',
      holder: { id, name: 'A** S****', federalTaxId: '*********35' },
    });
  });

  it('masks a list of holders, with every part of the address', () => {
    const page = { items: [{ id, name: 'Ana Souza', address: { city: 'Recife', number: '12' } }], meta: { total: 1 } };
    expect(maskBody(page, 'holder')).toEqual({
      items: [{ id, name: 'A** S****', address: { city: '******', number: '**' } }],
      meta: page.meta,
    });
  });

  it('masks the input of an order and the words of a partner, and keeps the names of products and keys', () => {
    const order = {
      input: { newNumber: '+5511987654321' },
      actor: { type: 'key', name: 'night shift' },
      steps: [{ error: { code: 'REFUSED', message: 'subscriber 5511987654321 is unknown' } }],
    };
    expect(maskBody(order, 'orders')).toEqual({
      ...order,
      input: { newNumber: '**********4321' },
      steps: [{ error: { code: 'REFUSED', message: 'subscriber *********4321 is unknown' } }],
    });
  });
});
