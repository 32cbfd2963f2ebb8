import { cnpj, cpf } from 'cpf-cnpj-validator';
import { fixed } from '../decimal.ts';
import type { Address, Customer } from '../receipt.ts';

/** 1.234,50 and, where a price has more, 0,00125: as Brazil writes numbers. */
export function shownNumber(amount: string, places = 2, mostPlaces = 8): string {
  const [whole = '', decimals] = fixed(amount, places, mostPlaces).split('.');
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, '.');
  return decimals === undefined ? grouped : `${grouped},${decimals}`;
}

/** R$ 1.234,50. */
export function shownMoney(amount: string): string {
  return `R$ ${shownNumber(amount)}`;
}

/** The customer's CPF or CNPJ with its punctuation, and what it is. */
export function shownIdentity({ identity }: Customer): readonly [name: string, value: string] {
  if ('cpf' in identity) return ['CPF', cpf.format(identity.cpf)];
  return 'cnpj' in identity ? ['CNPJ', shownCnpj(identity.cnpj)] : ['Documento', identity.other];
}

/** 11.222.333/0001-81. */
export function shownCnpj(federalTaxId: string): string {
  return cnpj.format(federalTaxId);
}

/** Street and number, district and city, as on an envelope. */
export function shownAddress({ street, number, complement, district, city, state, postalCode }: Address): readonly [string, string] {
  const place = [`${street}, ${number}`, ...(complement === undefined ? [] : [complement])].join(' - ');
  return [place, `${district} - ${city}/${state} - CEP ${postalCode.slice(0, 5)}-${postalCode.slice(5)}`];
}

/** (11) 98765-4321. */
export function shownPhone(number: string): string {
  const [, area, first, last] = /^(\d{2})(\d{4,5})(\d{4})$/.exec(number) ?? [];
  return area === undefined ? number : `(${area}) ${first}-${last}`;
}

/** 11/2026. */
export function shownMonth(month: string): string {
  const [year, number] = month.split('-');
  return `${number}/${year}`;
}
