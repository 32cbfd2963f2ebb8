import type { Address, Customer, Issuer, Subscriber, TaxRegime } from '../model/receipt.ts';
import { getStateCode } from '../model/states.ts';
import { toLatinText } from '../model/to-latin-text.ts';
import { buildElement, buildTextElement } from '../model/xml-element.ts';

const regimeCodes: Readonly<Record<TaxRegime, string>> = { SIMPLE: '1', SIMPLE_EXCEEDED: '2', NORMAL: '3' };

const subscriberCodes: Readonly<Record<Subscriber['kind'], string>> = {
  BUSINESS: '1',
  INDUSTRY: '2',
  RESIDENTIAL: '3',
  RURAL: '4',
  STATE_BODY: '5',
  TELECOM: '6',
  DIPLOMATIC: '7',
  CHURCH: '8',
  OTHER: '99',
};

const serviceCodes: Readonly<Record<Subscriber['service'], string>> = {
  TELEPHONY: '1',
  DATA: '2',
  TELEVISION: '3',
  INTERNET: '4',
  MULTIMEDIA: '5',
  OTHER: '6',
  SEVERAL: '7',
};

/** `emit`: the issuer. */
export function buildIssuerXml(issuer: Issuer): string {
  return buildElement('emit', [
    buildTextElement('CNPJ', issuer.federalTaxId),
    buildTextElement('IE', issuer.stateTaxId),
    buildTextElement('CRT', regimeCodes[issuer.regime]),
    buildTextElement('xNome', toLatinText(issuer.name, 60)),
    buildTextElement('xFant', issuer.tradeName === undefined ? undefined : toLatinText(issuer.tradeName, 60)),
    buildAddressXml('enderEmit', issuer.address),
  ]);
}

/** `dest`: the recipient. */
export function buildCustomerXml(customer: Customer, address: Address): string {
  return buildElement('dest', [
    buildTextElement('xNome', toLatinText(customer.name, 60)),
    buildIdentityXml(customer),
    ...buildStateTaxXml(customer.stateTaxId),
    buildAddressXml('enderDest', address),
  ]);
}

/** `assinante`: the contract and its lines. */
export function buildSubscriberXml({ code, kind, service, contract, lines: [main, ...others] }: Subscriber): string {
  return buildElement('assinante', [
    buildTextElement('iCodAssinante', code),
    buildTextElement('tpAssinante', subscriberCodes[kind]),
    buildTextElement('tpServUtil', serviceCodes[service]),
    buildTextElement('nContrato', contract?.number),
    buildTextElement('dContratoIni', contract?.from),
    buildTextElement('dContratoFim', contract?.until),
    ...(main
      ? [buildTextElement('NroTermPrinc', main.number), buildTextElement('cUFPrinc', getStateCode(main.state))]
      : []),
    ...others.flatMap(({ number, state }) => [
      buildTextElement('NroTermAdic', number),
      buildTextElement('cUFAdic', getStateCode(state)),
    ]),
  ]);
}

function buildIdentityXml({ identity }: Customer): string {
  if ('cnpj' in identity) return buildTextElement('CNPJ', identity.cnpj);
  return 'cpf' in identity ? buildTextElement('CPF', identity.cpf) : buildTextElement('idOutros', identity.other);
}

/** indIEDest 1 pays ICMS, 2 is exempt from enrolling, 9 does not pay it. */
function buildStateTaxXml(stateTaxId: string | undefined): readonly string[] {
  if (stateTaxId === undefined) return [buildTextElement('indIEDest', '9')];
  if (stateTaxId === 'EXEMPT') return [buildTextElement('indIEDest', '2'), buildTextElement('IE', 'ISENTO')];
  return [buildTextElement('indIEDest', '1'), buildTextElement('IE', stateTaxId)];
}

function buildAddressXml(name: string, address: Address): string {
  return buildElement(name, [
    buildTextElement('xLgr', toLatinText(address.street, 60)),
    buildTextElement('nro', toLatinText(address.number, 60)),
    buildTextElement('xCpl', address.complement === undefined ? undefined : toLatinText(address.complement, 60)),
    buildTextElement('xBairro', toLatinText(address.district, 60)),
    buildTextElement('cMun', address.cityCode),
    buildTextElement('xMun', toLatinText(address.city, 60)),
    buildTextElement('CEP', address.postalCode),
    buildTextElement('UF', address.state),
    buildTextElement('fone', address.phone),
    buildTextElement('email', address.email),
  ]);
}
