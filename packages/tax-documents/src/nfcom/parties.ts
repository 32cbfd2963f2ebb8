import { latinText } from '../latin-text.ts';
import type { Address, Customer, Issuer, Subscriber, TaxRegime } from '../receipt.ts';
import { stateCode } from '../states.ts';
import { group, text } from '../xml-element.ts';

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

/** `emit`: who issues. */
export function issuerXml(issuer: Issuer): string {
  return group('emit', [
    text('CNPJ', issuer.federalTaxId),
    text('IE', issuer.stateTaxId),
    text('CRT', regimeCodes[issuer.regime]),
    text('xNome', latinText(issuer.name, 60)),
    text('xFant', issuer.tradeName === undefined ? undefined : latinText(issuer.tradeName, 60)),
    addressXml('enderEmit', issuer.address),
  ]);
}

/** `dest`: who receives. */
export function customerXml(customer: Customer, address: Address): string {
  return group('dest', [
    text('xNome', latinText(customer.name, 60)),
    identityXml(customer),
    ...stateTaxXml(customer.stateTaxId),
    addressXml('enderDest', address),
  ]);
}

/** `assinante`: the contract and its lines. */
export function subscriberXml({ code, kind, service, contract, lines: [main, ...others] }: Subscriber): string {
  return group('assinante', [
    text('iCodAssinante', code),
    text('tpAssinante', subscriberCodes[kind]),
    text('tpServUtil', serviceCodes[service]),
    text('nContrato', contract?.number),
    text('dContratoIni', contract?.from),
    text('dContratoFim', contract?.until),
    ...(main ? [text('NroTermPrinc', main.number), text('cUFPrinc', stateCode(main.state))] : []),
    ...others.flatMap(({ number, state }) => [text('NroTermAdic', number), text('cUFAdic', stateCode(state))]),
  ]);
}

function identityXml({ identity }: Customer): string {
  if ('cnpj' in identity) return text('CNPJ', identity.cnpj);
  return 'cpf' in identity ? text('CPF', identity.cpf) : text('idOutros', identity.other);
}

/** indIEDest 1 pays ICMS, 2 is exempt from enrolling, 9 does not pay it. */
function stateTaxXml(stateTaxId: string | undefined): readonly string[] {
  if (stateTaxId === undefined) return [text('indIEDest', '9')];
  if (stateTaxId === 'EXEMPT') return [text('indIEDest', '2'), text('IE', 'ISENTO')];
  return [text('indIEDest', '1'), text('IE', stateTaxId)];
}

function addressXml(name: string, address: Address): string {
  return group(name, [
    text('xLgr', latinText(address.street, 60)),
    text('nro', latinText(address.number, 60)),
    text('xCpl', address.complement === undefined ? undefined : latinText(address.complement, 60)),
    text('xBairro', latinText(address.district, 60)),
    text('cMun', address.cityCode),
    text('xMun', latinText(address.city, 60)),
    text('CEP', address.postalCode),
    text('UF', address.state),
    text('fone', address.phone),
    text('email', address.email),
  ]);
}
