import { findStateByCode } from '@linework/tax-documents/model/states';
import { findElement, findText, listElements, readCents, readDecimal } from './xml-parts.ts';

/** The parts of a receipt, each as XML; an absent part is empty. */
export interface ReceiptParts {
  readonly key: string;
  readonly header: string;
  readonly issuer: string;
  readonly customer: string;
  readonly subscriber: string;
  readonly items: readonly string[];
  readonly totals: string;
  readonly hasBill: boolean;
  readonly qrCode: string;
  readonly now: number;
}

/** A rule of annex I of the authority's manual (MOC NFCom 1.00a) that the simulator checks. */
export interface HeldRule {
  /** The number in the annex. */
  readonly rule: string;
  /** The code of its rejection (cStat). */
  readonly code: string;
  readonly says: string;
  /** Whether a receipt keeps it; for a rule of items, whether each item does. */
  readonly isKept?: (parts: ReceiptParts) => boolean;
  readonly isKeptBy?: (item: string, parts: ReceiptParts) => boolean;
}

const text = findText;
const isAbsent = (xml: string, ...names: readonly string[]) => names.every((name) => text(xml, name) === undefined);
const hasDigits = (value: string | undefined) => value !== undefined && !/^0*$/.test(value);
/** Whether the code of a municipality begins with that of the state beside it. */
const isCityOfState = (xml: string) => findStateByCode((text(xml, 'cMun') ?? '').slice(0, 2)) === text(xml, 'UF');

const minuteMs = 60_000;
const ageMs = ({ header, now }: ReceiptParts) => now - Date.parse(text(header, 'dhEmi') ?? '');

/** States that know no customer who is exempt from enrolling (rule G28). */
const statesWithoutExemption = ['AM', 'BA', 'CE', 'GO', 'MG', 'MS', 'MT', 'PE', 'RN', 'SE', 'SP'];
/** Section 7.6 of the manual. */
const codesOfOperation = [
  '1205',
  ...['5', '6'].flatMap((first) => [1, 2, 3, 4, 5, 6, 7].map((last) => `${first}30${last}`)),
  '5933',
  '7301',
];

const isAmountOfBase = (group: string | undefined, tax: string): boolean => {
  if (group === undefined || isAbsent(group, `v${tax}`)) return true;
  const calculated = readDecimal(group, 'vBC') * readDecimal(group, `p${tax}`);
  return isWithin(readDecimal(group, `v${tax}`) * scale * 100n, calculated, tenCents * scale * 100n);
};
const icmsGroups = { G99: ['ICMS00', 'ICMS20'], G100: ['ICMS90'] } as const;
const isIcmsRight = (rule: keyof typeof icmsGroups) => (item: string) =>
  icmsGroups[rule].every((name) => isAmountOfBase(findElement(item, name), 'ICMS'));

/** `readDecimal` counts in hundred-millionths. */
const scale = 100_000_000n;
const [fiveCents, tenCents] = [5_000_000n, 10_000_000n];
const isWithin = (value: bigint, expected: bigint, tolerance: bigint) =>
  value - expected <= tolerance && expected - value <= tolerance;

function isPriceOfItem(item: string): boolean {
  const product = findElement(item, 'prod') ?? '';
  const [price, quantity, discount, surcharge, value] = ['vItem', 'qFaturada', 'vDesc', 'vOutro', 'vProd'].map((name) =>
    readDecimal(product, name),
  ) as [bigint, bigint, bigint, bigint, bigint];
  return isWithin(value * scale, price * quantity - discount * scale + surcharge * scale, fiveCents * scale);
}

/**
 * A total, the element of the items that it sums, and its rule. Amounts here have no sign, so a sum is never negative
 * (the rules before each).
 */
const sumRules: readonly (readonly [
  rule: string,
  code: string,
  total: string,
  group: string | undefined,
  ofItem: string,
])[] = [
  ['G107', '447', 'vBC', 'ICMS', 'vBC'],
  ['G109', '448', 'vICMS', 'ICMS', 'vICMS'],
  ['G112', '452', 'vICMSDeson', 'ICMS', 'vICMSDeson'],
  ['G114', '455', 'vFCP', 'ICMS', 'vFCP'],
  ['G116', '457', 'vPIS', 'PIS', 'vPIS'],
  ['G118', '458', 'vCOFINS', 'COFINS', 'vCOFINS'],
  ['G120', '256', 'vFUST', 'FUST', 'vFUST'],
  ['G122', '257', 'vFUNTTEL', 'FUNTTEL', 'vFUNTTEL'],
  ['G124', '258', 'vRetPIS', 'retTrib', 'vRetPIS'],
  ['G126', '259', 'vRetCofins', 'retTrib', 'vRetCofins'],
  ['G128', '260', 'vRetCSLL', 'retTrib', 'vRetCSLL'],
  ['G130', '461', 'vIRRF', 'retTrib', 'vIRRF'],
  ['G132', '462', 'vDesc', 'prod', 'vDesc'],
  ['G134', '477', 'vOutro', 'prod', 'vOutro'],
  ['G136', '459', 'vProd', 'prod', 'vProd'],
];

const groupOf = (item: string, name: string | undefined): string => {
  if (name === 'ICMS')
    return (
      ['ICMS00', 'ICMS20', 'ICMS40', 'ICMS51', 'ICMS90']
        .map((each) => findElement(item, each))
        .find((found) => found !== undefined) ?? ''
    );
  return (name === undefined ? item : findElement(item, name)) ?? '';
};

/** Each is checked in this order, which is that of the annex. */
export const heldRules: readonly HeldRule[] = [
  {
    rule: 'G03',
    code: '247',
    says: "the issuer's state is that of the authority",
    isKept: ({ header, issuer }) => findStateByCode(text(header, 'cUF') ?? '') === text(issuer, 'UF'),
  },
  {
    rule: 'G04',
    code: '415',
    says: 'a normal emission names no contingency',
    isKept: ({ header }) => text(header, 'tpEmis') !== '1' || isAbsent(header, 'dhCont', 'xJust'),
  },
  {
    rule: 'G07',
    code: '418',
    says: 'the authority has one site',
    isKept: ({ header }) => text(header, 'nSiteAutoriz') === '0',
  },
  {
    rule: 'G09',
    code: '227',
    says: 'the key is made of the fields',
    isKept({ key, header, issuer }) {
      const [, year, month] = /^20(\d\d)-(\d\d)-/.exec(text(header, 'dhEmi') ?? '') ?? [];
      const [series, number] = [
        (text(header, 'serie') ?? '').padStart(3, '0'),
        (text(header, 'nNF') ?? '').padStart(9, '0'),
      ];
      const fields = ['tpEmis', 'nSiteAutoriz', 'cNF', 'cDV'].map((name) => text(header, name)).join('');
      return (
        key ===
        `${text(header, 'cUF')}${year}${month}${text(issuer, 'CNPJ')}${text(header, 'mod')}${series}${number}${fields}`
      );
    },
  },
  {
    rule: 'G10',
    code: '421',
    says: 'the year of the key is 2022 or later',
    isKept: ({ key }) => Number(key.slice(2, 4)) >= 22,
  },
  {
    rule: 'G12',
    code: '207',
    says: "the issuer's CNPJ has its check digits",
    isKept: ({ issuer }) => isCnpj(text(issuer, 'CNPJ') ?? ''),
  },
  {
    rule: 'G13',
    code: '229',
    says: 'the issuer has an enrolment',
    isKept: ({ issuer }) => hasDigits(text(issuer, 'IE')),
  },
  {
    rule: 'G20',
    code: '407',
    says: "the issuer's city is in its state",
    isKept: ({ issuer }) => isCityOfState(issuer),
  },
  {
    rule: 'G22',
    code: '422',
    says: "the customer's CNPJ has its check digits",
    isKept: ({ customer }) => isAbsent(customer, 'CNPJ') || isCnpj(text(customer, 'CNPJ') ?? ''),
  },
  {
    rule: 'G23',
    code: '423',
    says: "the customer's CPF has its check digits",
    isKept: ({ customer }) => isAbsent(customer, 'CPF') || isCpf(text(customer, 'CPF') ?? ''),
  },
  {
    rule: 'G24',
    code: '424',
    says: 'a customer with another document has no enrolment',
    isKept: ({ customer }) => isAbsent(customer, 'idOutros') || isAbsent(customer, 'IE'),
  },
  {
    rule: 'G25',
    code: '426',
    says: 'a customer who pays ICMS has an enrolment',
    isKept: ({ customer }) => text(customer, 'indIEDest') !== '1' || /^\d+$/.test(text(customer, 'IE') ?? ''),
  },
  {
    rule: 'G26',
    code: '420',
    says: 'an exempt customer is called ISENTO',
    isKept: ({ customer }) => text(customer, 'indIEDest') !== '2' || text(customer, 'IE') === 'ISENTO',
  },
  {
    rule: 'G28',
    code: '432',
    says: 'the state of an exempt customer knows exemption',
    isKept: ({ customer }) =>
      text(customer, 'indIEDest') !== '2' || !statesWithoutExemption.includes(text(customer, 'UF') ?? ''),
  },
  {
    rule: 'G29',
    code: '405',
    says: "the customer's city is in its state",
    isKept: ({ customer }) => isCityOfState(customer),
  },
  {
    rule: 'G34a',
    code: '537',
    says: 'a contract has its number and its beginning',
    isKept: ({ header, subscriber }) =>
      text(header, 'tpFat') === '2' || (!isAbsent(subscriber, 'nContrato') && !isAbsent(subscriber, 'dContratoIni')),
  },
  {
    rule: 'G35',
    code: '425',
    says: 'a contract does not end before it begins',
    isKept: ({ subscriber }) =>
      (text(subscriber, 'dContratoFim') ?? '9999') >= (text(subscriber, 'dContratoIni') ?? ''),
  },
  {
    rule: 'G36',
    code: '474',
    says: 'additional lines are different',
    isKept({ subscriber }) {
      const numbers = listElements(subscriber, 'NroTermAdic');
      return new Set(numbers).size === numbers.length;
    },
  },
  {
    rule: 'G36a',
    code: '535',
    says: 'the main line is of the state that authorises',
    isKept: ({ header, subscriber }) => (text(subscriber, 'cUFPrinc') ?? text(header, 'cUF')) === text(header, 'cUF'),
  },
  {
    rule: 'G36b',
    code: '536',
    says: 'the additional lines are of the state that authorises',
    isKept: ({ header, subscriber }) =>
      listElements(subscriber, 'cUFAdic').every((state) => state === text(header, 'cUF')),
  },
  {
    rule: 'G37',
    code: '212',
    says: 'it is not issued in the future; 5 minutes are tolerated',
    isKept: (parts) => ageMs(parts) >= -5 * minuteMs,
  },
  {
    rule: 'G38',
    code: '228',
    says: 'a normal emission arrives within 120 hours',
    isKept: (parts) => text(parts.header, 'tpEmis') !== '1' || ageMs(parts) <= 120 * 60 * minuteMs,
  },
  {
    rule: 'G78',
    code: '270',
    says: 'a normal bill has its group, unless it is prepaid',
    isKept: ({ header, hasBill }) => text(header, 'tpFat') !== '0' || hasBill || !isAbsent(header, 'indPrePago'),
  },
  {
    rule: 'G84',
    code: '433',
    says: 'the CFOP is one of communication services',
    isKeptBy: (item) => codesOfOperation.includes(text(item, 'CFOP') ?? codesOfOperation[0] ?? ''),
  },
  {
    rule: 'G86',
    code: '435',
    says: 'vProd is vItem x qFaturada - vDesc + vOutro; 0.05 are tolerated',
    isKeptBy: isPriceOfItem,
  },
  { rule: 'G99', code: '444', says: 'ICMS of CST 00 and 20 is its rate of its base', isKeptBy: isIcmsRight('G99') },
  { rule: 'G100', code: '444', says: 'ICMS of CST 90 is its rate of its base', isKeptBy: isIcmsRight('G100') },
  {
    rule: 'G101',
    code: '443',
    says: 'PIS is its rate of its base',
    isKeptBy: (item) => isAmountOfBase(findElement(item, 'PIS'), 'PIS'),
  },
  {
    rule: 'G102',
    code: '445',
    says: 'COFINS is its rate of its base',
    isKeptBy: (item) => isAmountOfBase(findElement(item, 'COFINS'), 'COFINS'),
  },
  {
    rule: 'G103',
    code: '446',
    says: 'FUST is its rate of its base',
    isKeptBy: (item) => isAmountOfBase(findElement(item, 'FUST'), 'FUST'),
  },
  {
    rule: 'G104',
    code: '476',
    says: 'FUNTTEL is its rate of its base',
    isKeptBy: (item) => isAmountOfBase(findElement(item, 'FUNTTEL'), 'FUNTTEL'),
  },
  {
    rule: 'G105a',
    code: '540',
    says: 'an item with a tax situation has a CFOP',
    isKeptBy: (item) => !isAbsent(item, 'indSemCST') || !isAbsent(item, 'CFOP'),
  },
  {
    rule: 'G105b',
    code: '541',
    says: 'an item without one has no CFOP',
    isKeptBy: (item) => isAbsent(item, 'indSemCST') || isAbsent(item, 'CFOP'),
  },
  ...sumRules.map(
    ([rule, code, total, group, ofItem]): HeldRule => ({
      rule,
      code,
      says: `the total ${total} is the sum of the items`,
      isKept: ({ totals, items }) =>
        readCents(totals, total) === items.reduce((sum, item) => sum + readCents(groupOf(item, group), ofItem), 0n),
    }),
  ),
  {
    rule: 'G137',
    code: '460',
    says: 'vNF is vProd less the taxes that are withheld',
    isKept({ totals }) {
      const withheld = ['vRetPIS', 'vRetCofins', 'vRetCSLL', 'vIRRF'].reduce(
        (sum, name) => sum + readCents(totals, name),
        0n,
      );
      return readCents(totals, 'vNF') === readCents(totals, 'vProd') - withheld;
    },
  },
  {
    rule: 'G143',
    code: '465',
    says: 'the QR code has the key',
    isKept: ({ qrCode, key }) => new RegExp(`[?&](?:amp;)?chNFCom=${key}(?:&|$)`).test(qrCode),
  },
  {
    rule: 'G145',
    code: '470',
    says: 'the QR code of a normal emission has no signature',
    isKept: ({ header, qrCode }) => text(header, 'tpEmis') !== '1' || !/[?&;]sign=/.test(qrCode),
  },
];

/** The obligatory rules of the annex that the simulator does not check, and why. @internal */
export const otherRules: readonly {
  readonly rules: string;
  readonly state: 'not applicable' | 'missing' | 'held elsewhere';
  readonly because: string;
}[] = [
  { rules: 'G01', state: 'missing', because: 'the simulator has no environment: it serves production and trial' },
  { rules: 'G02', state: 'not applicable', because: 'the simulator is the authority of every state' },
  {
    rules: 'G05, G06, G08, G144, G146',
    state: 'not applicable',
    because: 'nothing is issued in contingency (tpEmis is 1)',
  },
  { rules: 'G11, G39, G40', state: 'held elsewhere', because: 'authorise.ts: check digit of the key, and duplicates' },
  { rules: 'G14, G31', state: 'missing', because: 'each state has its own check digits of an enrolment' },
  {
    rules: 'G15, G105',
    state: 'not applicable',
    because: 'no ICMS is shared with another state (no IEUFDest, no ICMSUFDest)',
  },
  { rules: 'G16, G17, G18, G19', state: 'missing', because: 'the simulator has no register of companies' },
  {
    rules: 'G21, G30',
    state: 'missing',
    because: "the table of municipalities is the statistics office's; only the state of a code is checked",
  },
  { rules: 'G41, G42', state: 'not applicable', because: 'a number that was used is a duplicate (G40) in any state' },
  {
    rules: 'G43 to G66',
    state: 'not applicable',
    because: 'no substitution and no adjustment is issued (finNFCom is 0)',
  },
  {
    rules: 'G67 to G77, G79 to G82',
    state: 'not applicable',
    because: 'a supplier bills its own services only (tpFat is 0)',
  },
  {
    rules: 'G83',
    state: 'missing',
    because: 'the table of classes (cClass) is published by the portal and not in the manual',
  },
  { rules: 'G87', state: 'not applicable', because: 'no class of prepaid services is used' },
  { rules: 'G88 to G98', state: 'not applicable', because: 'no class of centralised billing or co-billing is used' },
  {
    rules: 'G106, G108, G111, G113, G115, G117, G119, G121, G123, G125, G127, G129, G131, G133, G135',
    state: 'not applicable',
    because: 'a sum is negative only with classes that are deducted or with indDevolucao, and neither is used',
  },
  {
    rules: 'G139, G140, G141',
    state: 'not applicable',
    because: 'nobody else is authorised to read the XML (no autXML)',
  },
  { rules: 'G142', state: 'missing', because: 'the address of the look-up is a setting' },
];

/**
 * Whether a CNPJ of 14 digits or capital letters has its two check digits. A letter counts as its ASCII code minus 48.
 */
function isCnpj(taxId: string): boolean {
  return (
    /^[0-9A-Z]{12}\d{2}$/.test(taxId) &&
    !/^0+$/.test(taxId) &&
    [12, 13].every((place) => Number(taxId[place]) === weighted(taxId.slice(0, place), 8))
  );
}

/** Whether a CPF of 11 digits has its two check digits. */
function isCpf(taxId: string): boolean {
  return (
    /^\d{11}$/.test(taxId) &&
    !/^(\d)\1+$/.test(taxId) &&
    [9, 10].every((place) => Number(taxId[place]) === weighted(taxId.slice(0, place), 10))
  );
}

/** The check digit by modulo 11: weights from 2 upwards from the right, repeated after so many. */
function weighted(body: string, weights: number): number {
  const total = [...body]
    .reverse()
    .reduce((sum, character, at) => sum + (character.charCodeAt(0) - 48) * (2 + (at % weights)), 0);
  return total % 11 < 2 ? 0 : 11 - (total % 11);
}
