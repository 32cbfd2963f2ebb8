import { isCnpj, isCpf } from '../model/federal-tax-id.ts';
import type { Address, Customer, Issuer, Subscriber } from '../model/receipt.ts';
import { getStateCode } from '../model/states.ts';
import { toLatinText } from '../model/to-latin-text.ts';
import { isDay, matchesIfPresent, type Rule } from './rule.ts';

const phonePattern = /^\d{7,12}$/;
const cnpjMessage = 'must be a valid CNPJ of 14 digits or capital letters';

export const issuerRules: readonly Rule<Issuer>[] = [
  ['federalTaxId', ({ federalTaxId }) => isCnpj(federalTaxId), cnpjMessage],
  ['stateTaxId', ({ stateTaxId }) => /^\d{2,14}$/.test(stateTaxId), 'must have 2 to 14 digits'],
  ['name', ({ name }) => isName(name), 'must have at least 2 letters'],
  ['tradeName', ({ tradeName }) => tradeName === undefined || toLatinText(tradeName) !== '', 'must not be blank'],
];

export const customerRules: readonly Rule<Customer>[] = [
  ['name', ({ name }) => isName(name), 'must have at least 2 letters'],
  ['identity.cnpj', ({ identity }) => !('cnpj' in identity) || isCnpj(identity.cnpj), cnpjMessage],
  ['identity.cpf', ({ identity }) => !('cpf' in identity) || isCpf(identity.cpf), 'must be a valid CPF of 11 digits'],
  [
    'identity.other',
    ({ identity }) => !('other' in identity) || /^[!-~¡-ÿ]{2,20}$/.test(identity.other),
    'must have 2 to 20 characters without blanks',
  ],
  [
    'stateTaxId',
    ({ stateTaxId }) => matchesIfPresent(stateTaxId, /^(?:\d{2,14}|EXEMPT)$/),
    'must have 2 to 14 digits or be EXEMPT',
  ],
  ['address', ({ address }) => address !== null, 'must be known'],
];

export const addressRules: readonly Rule<Address>[] = [
  ['street', ({ street }) => isName(street), 'must have at least 2 letters'],
  ['number', ({ number }) => toLatinText(number) !== '', 'must not be blank'],
  ['complement', ({ complement }) => complement === undefined || toLatinText(complement) !== '', 'must not be blank'],
  ['district', ({ district }) => isName(district), 'must have at least 2 letters'],
  ['city', ({ city }) => isName(city), 'must have at least 2 letters'],
  [
    'cityCode',
    ({ cityCode, state }) => /^\d{7}$/.test(cityCode) && cityCode.startsWith(getStateCode(state)),
    "must be seven digits that begin with the state's",
  ],
  ['postalCode', ({ postalCode }) => /^\d{8}$/.test(postalCode), 'must have 8 digits'],
  ['phone', (address) => matchesIfPresent(address.phone, phonePattern), 'must have 7 to 12 digits'],
  [
    'email',
    ({ email }) => email === undefined || (email.length <= 60 && /^[^@\s]+@[^.\s]+\.\S+$/.test(email)),
    'must be an address of at most 60 characters',
  ],
];

export const subscriberRules: readonly Rule<Subscriber>[] = [
  ['code', ({ code }) => /^[!-~¡-ÿ]{1,30}$/.test(code), 'must have 1 to 30 characters without blanks'],
  [
    'contract.number',
    ({ contract }) => matchesIfPresent(contract?.number, /^[!-~¡-ÿ]{1,15}$/),
    'must have 1 to 15 characters without blanks',
  ],
  ['contract.from', ({ contract }) => contract === undefined || isDay(contract.from), 'must be a day'],
  ['contract.until', ({ contract }) => contract?.until === undefined || isDay(contract.until), 'must be a day'],
  [
    'lines',
    ({ lines }) => lines.every(({ number }) => phonePattern.test(number)),
    'must be national numbers of 7 to 12 digits',
  ],
  [
    'lines',
    ({ lines }) => new Set(lines.map(({ number }) => number)).size === lines.length,
    'must be different numbers',
  ],
  ['contract', ({ contract }) => contract !== undefined, 'must be present: the subscription has not begun'],
  [
    'contract.until',
    ({ contract }) => contract?.until === undefined || contract.until >= contract.from,
    'must not be before the contract begins',
  ],
];

function isName(text: string): boolean {
  return toLatinText(text).length >= 2;
}
