import { describe, expect, it } from 'vitest';
import { readSearchText } from '../src/search/read-search-text.ts';

describe('the text of a search', () => {
  it.each([
    '+55 11 98765-4321',
    '5511987654321',
    '11 98765 4321',
    '(11) 98765-4321',
    '011 98765-4321',
    '0 15 11 98765-4321',
    '0055 11 98765 4321',
  ])('means the same number as %s', (text) => {
    expect(readSearchText(text).msisdns).toContain('+5511987654321');
  });

  it('means an id in any case', () => {
    expect(readSearchText(' 019A1C3E-7B1F-7C60-9D3F-0D3B8C1E5A42 ').id).toBe('019a1c3e-7b1f-7c60-9d3f-0d3b8c1e5a42');
  });

  it('means a SIM by ICCID and by IMSI', () => {
    expect(readSearchText('8955 0100 0000 0000 001').iccId).toBe('8955010000000000001');
    expect(readSearchText('8955 0100 0000 0000 001f').iccId).toBe('8955010000000000001');
    expect(readSearchText('724050000000001').imsi).toBe('724050000000001');
  });

  it('means a CPF and a CNPJ with and without punctuation', () => {
    expect(readSearchText('529.982.247-25').federalTaxId).toBe('52998224725');
    expect(readSearchText('12.abc.345/01de-35').federalTaxId).toBe('12ABC34501DE35');
  });

  it('means a code as it was typed', () => {
    expect(readSearchText(' Order-17/a ')).toEqual({ msisdns: [], text: 'Order-17/a' });
  });
});
