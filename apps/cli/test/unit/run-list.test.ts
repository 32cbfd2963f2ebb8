import { describe, expect, it } from 'vitest';
import { readRows } from '../../src/orders/run-list.ts';

const lineId = '018f3c5e-7b1a-7000-8000-000000000001';

describe('the rows of a list', () => {
  it('name numbers, ICCIDs, ids and pools', () => {
    const file = `line,sim\r\n+5511987650001,8955990000000000025\r\n\r\n${lineId},pool:${lineId}\r\n`;
    expect(readRows('swap-sim', file)).toEqual({
      rows: [
        { line: { msisdn: '+5511987650001' }, sim: { externalCode: '8955990000000000025' } },
        { line: { id: lineId }, sim: { poolId: lineId } },
      ],
      lines: [2, 4],
    });
  });

  it('may have semicolons, a byte order mark, quotes, another order, and no value', () => {
    const header = '\ufeffsim;customerId;msisdn;activate;externalCode\n';
    const file = `${header}"reservation:${lineId}";${lineId};resource:${lineId};TRUE;`;
    expect(readRows('create', file).rows).toEqual([
      {
        sim: { reservationId: lineId },
        customerId: lineId,
        msisdn: { resourceId: lineId },
        activate: true,
      },
    ]);
  });

  it('leave a wrong value to the API, which names it', () => {
    expect(readRows('create', 'customerId,msisdn,sim,activate\nx,,y,maybe').rows).toEqual([
      { customerId: 'x', sim: { externalCode: 'y' }, activate: 'maybe' },
    ]);
  });

  it('need the names of the columns, and every wrong one is named', () => {
    expect(() => readRows('swap-sim', 'line,iccid\n1,2')).toThrow(
      'The first line names the columns line, sim: sim is missing, iccid is not known.',
    );
    expect(() => readRows('swap-sim', 'line,sim\n"1,2')).toThrow('The quote in line 2 is not closed.');
  });
});
