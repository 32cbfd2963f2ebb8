import { cnpj, cpf } from 'cpf-cnpj-validator';
import { formatDecimal } from '../model/decimal.ts';
import type { Address, Customer } from '../model/receipt.ts';

/** 1.234,50 and, for a price with more places, 0,00125: numbers in the Brazilian form. */
export function formatNumber(amount: string, places = 2, maxPlaces = 8): string {
  const [whole = '', decimals] = formatDecimal(amount, places, maxPlaces).split('.');
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, '.');
  return decimals === undefined ? grouped : `${grouped},${decimals}`;
}

/** R$ 1.234,50. */
export function formatMoney(amount: string): string {
  return `R$ ${formatNumber(amount)}`;
}

/** The customer's CPF or CNPJ with its punctuation and its label. */
export function formatIdentity({ identity }: Customer): readonly [name: string, value: string] {
  if ('cpf' in identity) return ['CPF', cpf.format(identity.cpf)];
  return 'cnpj' in identity ? ['CNPJ', formatCnpj(identity.cnpj)] : ['Documento', identity.other];
}

/** 11.222.333/0001-81. */
export function formatCnpj(federalTaxId: string): string {
  return cnpj.format(federalTaxId);
}

/** Street and number, district and city, as on an envelope. */
export function formatAddress({
  street,
  number,
  complement,
  district,
  city,
  state,
  postalCode,
}: Address): readonly [string, string] {
  const streetLine = [`${street}, ${number}`, ...(complement === undefined ? [] : [complement])].join(' - ');
  return [streetLine, `${district} - ${city}/${state} - CEP ${postalCode.slice(0, 5)}-${postalCode.slice(5)}`];
}

/** (11) 98765-4321. */
export function formatPhone(number: string): string {
  const [, area, first, last] = /^(\d{2})(\d{4,5})(\d{4})$/.exec(number) ?? [];
  return area === undefined ? number : `(${area}) ${first}-${last}`;
}

/** 11/2026. */
export function formatMonth(month: string): string {
  const [year, number] = month.split('-');
  return `${number}/${year}`;
}
