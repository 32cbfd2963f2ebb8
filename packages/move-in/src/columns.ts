import { addDays, startOfDay, toCivilDay } from '@linework/billing/civil-day';
import { type CyclePattern, calculateCycle, findAnchorDay, findCycleNumber } from '@linework/billing/cycle';
import { getCodeReader } from '@linework/inventory/external-codes/get-code-reader';
import { isRounded, roundedDetail } from '@linework/inventory/external-codes/spreadsheet-code';
import { federalTaxId } from '@linework/schemas/holders/federal-tax-id';
import { postalAddress } from '@linework/schemas/holders/postal-address';
import type { PoolCheckDigit } from '@linework/schemas/inventory/iccid';
import { imsiPattern, imsiRule } from '@linework/schemas/inventory/imsi';
import { msisdnPattern } from '@linework/schemas/inventory/msisdn';
import type { FindingCode } from '@linework/schemas/move-ins/finding-codes';
import type { MoveInKind } from '@linework/schemas/move-ins/move-in';
import { withoutCardNumbers } from '@linework/schemas/payment-methods/without-card-numbers';
import { type BillingFrequency, billingFrequencies } from '@linework/schemas/subscriptions/billing-cycle';
import { changesBehaviors } from '@linework/schemas/subscriptions/subscription';
import { freeForm } from '@linework/schemas/values/free-form';
import { z } from 'zod';

/** A value as it is stored, or what is wrong with it: a predicate for the name of its column. */
type Reading = { readonly value: string } | { readonly code: FindingCode; readonly error: string };

interface ReadContext {
  readonly checkDigit: PoolCheckDigit;
  readonly now: Date;
}

export interface Column {
  readonly isRequired?: true;
  /** The kind of the row that the value names by its legacy id. */
  readonly refersTo?: MoveInKind;
  /** The row belongs to that row: it is adopted with it. */
  readonly isParent?: true;
  /** No two rows of the file have the value. */
  readonly isUnique?: true;
  /** It is sealed when it is read, and is shown nowhere. */
  readonly isSecret?: true;
  /** What other systems call it, without accents, blanks and underscores. */
  readonly names: readonly string[];
  /** Reads a value that is not empty, without blanks at its ends and without an apostrophe before it. */
  readonly read: (text: string, context: ReadContext) => Reading;
}

const invalid = (error: string): Reading => ({ code: 'invalid-value', error });

const readText =
  (limit: number) =>
  (text: string): Reading =>
    text.length <= limit ? { value: text } : invalid(`is longer than ${limit} characters`);

/** A code that a spreadsheet may have rounded. */
const readCode =
  (read: (text: string, context: ReadContext) => Reading) =>
  (text: string, context: ReadContext): Reading =>
    isRounded(text) ? { code: 'rounded-by-spreadsheet', error: roundedDetail } : read(text, context);

const readTypedCode =
  (type: 'MSISDN' | 'SIM', prepare: (text: string) => string) =>
  (text: string, { checkDigit }: ReadContext): Reading => {
    const result = getCodeReader(type)(prepare(text), checkDigit === 'none' ? 'none' : 'present');
    return 'code' in result ? { value: result.code } : invalid(result.error);
  };

/** 00 before the country stands for the plus, and some lists have the country without either. */
const toInternational = (text: string): string => {
  const plain = text.replaceAll(/[\s().-]/g, '');
  if (/^00\d/.test(plain)) return `+${plain.slice(2)}`;
  return /^55\d{11}$/.test(plain) ? `+${plain}` : plain;
};

/** A number on which to reach the holder, which may be of any kind. */
const readPhone = (text: string): Reading => {
  const value = toInternational(text);
  return msisdnPattern.test(value) ? { value } : invalid('must start with + and the country code');
};

function readTaxId(text: string): Reading {
  // A spreadsheet drops the zeros in front of a CPF or a CNPJ.
  const plain = text.replaceAll(/[\s./-]/g, '');
  const candidates = [text, plain.padStart(11, '0'), plain.padStart(14, '0')];
  for (const candidate of candidates) {
    const parsed = federalTaxId.safeParse(candidate);
    if (parsed.success) return { value: parsed.data };
  }
  return invalid('must be a CPF or a CNPJ with the right check digits');
}

const statuses: Readonly<Record<string, string>> = {
  active: 'ACTIVE',
  ativo: 'ACTIVE',
  ativa: 'ACTIVE',
  blocked: 'BLOCKED',
  bloqueado: 'BLOCKED',
  bloqueada: 'BLOCKED',
  suspended: 'BLOCKED',
  suspenso: 'BLOCKED',
  suspensa: 'BLOCKED',
  standby: 'STAND_BY',
  aguardando: 'STAND_BY',
};

const readStatus = (text: string): Reading => {
  const value = statuses[fold(text)];
  return value ? { value } : invalid('must be ACTIVE, BLOCKED or STAND_BY');
};

const brazilianTime = /^(\d{2})\/(\d{2})\/(\d{4})(?:[ T](\d{2}):(\d{2})(?::(\d{2}))?)?$/;
const isoTime = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?)(Z|[+-]\d{2}:?\d{2})?)?$/;

/** A day begins in São Paulo, and a time without an offset is of there. */
function readPastTime(text: string, { now }: ReadContext): Reading {
  const time = parseTime(text);
  if (!time) return invalid('must be a time as 2023-05-17T14:10:00Z, 2023-05-17 or 17/05/2023 14:10');
  return time <= now ? { value: time.toISOString() } : invalid('must be in the past');
}

function parseTime(text: string): Date | undefined {
  const [, day, month, year, hours = '00', minutes = '00', seconds = '00'] = brazilianTime.exec(text) ?? [];
  const [, isoDay, clock = '00:00', offset] = isoTime.exec(text) ?? [];
  const date = year ? `${year}-${month}-${day}` : isoDay;
  if (!date || Number.isNaN(Date.parse(`${date}T00:00:00Z`))) return undefined;
  if (new Date(`${date}T00:00:00Z`).toISOString().slice(0, 10) !== date) return undefined;
  const local = year ? `${hours}:${minutes}:${seconds}` : clock;
  if (offset) return toDate(`${date}T${local}${offset}`);
  const sinceMidnight = toDate(`1970-01-01T${local}Z`);
  return sinceMidnight && new Date(startOfDay(date).getTime() + sinceMidnight.getTime());
}

const toDate = (text: string): Date | undefined => {
  const time = new Date(text);
  return Number.isNaN(time.getTime()) ? undefined : time;
};

const readKey = (text: string): Reading =>
  /^(?:[0-9a-f]{32}|[0-9a-f]{64})$/i.test(text) ? { value: text } : invalid('must have 32 or 64 hexadecimal digits');

const readEmail = (text: string): Reading =>
  /^[^\s@]+@[^\s@]+$/.test(text) && text.length <= 254 ? { value: text } : invalid('must be an e-mail address');

function readDay(text: string): Reading {
  const [, day, month, year] = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(text) ?? [];
  const date = year ? `${year}-${month}-${day}` : text;
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(date) && new Date(`${date}T00:00:00Z`).toJSON()?.slice(0, 10) === date;
  return isDay ? { value: date } : invalid('must be a day as 2026-05-17 or 17/05/2026');
}

/** The decimal sign is a point, or a comma as in Brazil, where points divide thousands. */
function readAmount(text: string): Reading {
  const plain = text.replace(/^R\$\s*/, '');
  const english = /^\d{1,3}(?:\.\d{3})*,\d{1,2}$|^\d+,\d{1,2}$/.test(plain)
    ? plain.replaceAll('.', '').replace(',', '.')
    : plain;
  return /^\d{1,10}(?:\.\d{1,2})?$/.test(english)
    ? { value: Number(english).toFixed(2) }
    : invalid('must be an amount as 1234.56 or 1.234,56');
}

const readWhole =
  (min: number, max: number) =>
  (text: string): Reading =>
    /^\d{1,16}$/.test(text) && Number(text) >= min && Number(text) <= max
      ? { value: String(Number(text)) }
      : invalid(`must be a whole number from ${min} to ${max}`);

const readUuid = (text: string): Reading =>
  /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
    ? { value: text.toLowerCase() }
    : invalid('must be a UUID');

/** One of these values, in any case, or one of the words for it. */
const readOneOf =
  (values: readonly string[], words: Readonly<Record<string, string>> = {}) =>
  (text: string): Reading => {
    const value = values.find((each) => fold(each) === fold(text)) ?? words[fold(text)];
    return value ? { value } : invalid(`must be ${values.join(' or ')}`);
  };

const readYesOrNo = readOneOf(['true', 'false'], { sim: 'true', nao: 'false', yes: 'true', no: 'false' });

/** JSON in a column, as an export of Linework writes it. */
const readJson =
  (schema: z.ZodType) =>
  (text: string): Reading => {
    const parsed = schema.safeParse(parseJson(text));
    return parsed.success ? { value: JSON.stringify(parsed.data) } : invalid('must be JSON as the interface takes it');
  };

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A card number is no token, and must not be stored. */
const readToken = (text: string): Reading =>
  text.length > 500 || /^[0-9 -]{12,}$/.test(text)
    ? invalid('must be the token of the provider, no card number')
    : { value: text };

const legacyId: Column = {
  isRequired: true,
  isUnique: true,
  names: ['id', 'codigo', 'idlegado', 'legado'],
  read: readCode(readText(100)),
};

const reference = (refersTo: MoveInKind, names: readonly string[], more: Partial<Column> = {}): Column => ({
  isRequired: true,
  refersTo,
  names,
  read: readCode(readText(100)),
  ...more,
});

const metadata: Column = { names: ['metadados'], read: readJson(withoutCardNumbers(freeForm)) };

/** The pool by its name; without it, the one of the move-in. */
const ofResource = {
  pool: { names: [], read: readText(200) },
  location: { names: ['local', 'estoque'], read: readText(200) },
  metadata,
} as const satisfies Readonly<Record<string, Column>>;

const msisdn = readCode(readTypedCode('MSISDN', toInternational));

/** The columns of each kind of file. */
export const columnsByKind: Readonly<Record<MoveInKind, Readonly<Record<string, Column>>>> = {
  holders: {
    legacyId,
    name: { isRequired: true, names: ['nome', 'razaosocial', 'cliente'], read: readText(200) },
    federalTaxId: {
      isRequired: true,
      isUnique: true,
      names: ['cpf', 'cnpj', 'cpfcnpj', 'documento', 'taxid'],
      read: readCode(readTaxId),
    },
    email: { names: ['emails', 'correio'], read: readEmail },
    phone: { names: ['telefone', 'contato'], read: readCode(readPhone) },
    address: { names: ['endereco'], read: readJson(postalAddress) },
    metadata,
  },
  numbers: {
    legacyId,
    msisdn: { isRequired: true, isUnique: true, names: ['numero', 'telefone', 'number', 'acesso'], read: msisdn },
    ...ofResource,
  },
  sims: {
    legacyId,
    iccid: {
      isRequired: true,
      isUnique: true,
      names: ['icc', 'simcard', 'chip'],
      read: readCode(readTypedCode('SIM', (text) => text.replaceAll(/\s/g, ''))),
    },
    imsi: {
      isRequired: true,
      isUnique: true,
      names: [],
      read: readCode((text) => (imsiPattern.test(text) ? { value: text } : invalid(imsiRule))),
    },
    ki: { isSecret: true, names: ['k'], read: readKey },
    opc: { isSecret: true, names: [], read: readKey },
    // PIN, PUK and others, as an export of Linework writes them.
    secrets: { isSecret: true, names: [], read: readJson(z.record(z.string().max(50), z.string().max(500))) },
    ...ofResource,
  },
  paymentMethods: {
    legacyId,
    holderId: reference('holders', ['holder', 'cliente', 'clienteid', 'idcliente', 'titular'], { isParent: true }),
    type: {
      isRequired: true,
      names: ['tipo'],
      read: readOneOf(['CARD', 'PIX_AUTHORIZATION'], { cartao: 'CARD', pix: 'PIX_AUTHORIZATION' }),
    },
    token: { isRequired: true, isUnique: true, names: [], read: readToken },
    brand: { names: ['bandeira'], read: readText(50) },
    lastFour: {
      names: ['final'],
      read: (text) => (/^\d{4}$/.test(text) ? { value: text } : invalid('must be 4 digits')),
    },
    expiresOn: { names: ['validade'], read: readDay },
    activatedAt: { names: ['ativadoem', 'dataativacao'], read: readPastTime },
    isDefault: {
      names: ['padrao', 'default'],
      read: readYesOrNo,
    },
    metadata,
  },
  subscriptions: {
    legacyId,
    holderId: reference('holders', ['holder', 'cliente', 'clienteid', 'idcliente', 'titular'], { isParent: true }),
    offerVersionId: { isRequired: true, names: ['oferta', 'plano'], read: readUuid },
    activatedAt: {
      isRequired: true,
      names: ['activated', 'ativacao', 'dataativacao', 'ativadoem', 'inicio'],
      read: readPastTime,
    },
    billingType: {
      isRequired: true,
      names: ['tipo', 'cobranca'],
      read: readOneOf(['PREPAID', 'POSTPAID'], { prepago: 'PREPAID', pospago: 'POSTPAID' }),
    },
    frequency: {
      names: ['frequencia', 'periodo'],
      read: readOneOf(
        billingFrequencies.filter((each) => each !== 'CUSTOM'),
        { mensal: 'MONTHLY', anual: 'YEARLY' },
      ),
    },
    billingDay: { names: ['diavencimento', 'diadecobranca'], read: readWhole(1, 31) },
    nextBillingDate: { isRequired: true, names: ['proximacobranca', 'proximafatura'], read: readDay },
    changesBehavior: { names: [], read: readOneOf(changesBehaviors) },
    // Without it the subscription is in service.
    status: {
      names: ['situacao', 'estado'],
      read: readOneOf(['ACTIVE', 'PAUSED'], {
        ativo: 'ACTIVE',
        ativa: 'ACTIVE',
        pausado: 'PAUSED',
        pausada: 'PAUSED',
        suspenso: 'PAUSED',
        suspensa: 'PAUSED',
      }),
    },
    pausedAt: { names: ['pausadoem', 'pausadaem', 'pausadodesde', 'pausadadesde', 'datapausa'], read: readPastTime },
    metadata,
  },
  products: {
    legacyId,
    subscriptionId: reference('subscriptions', ['subscription', 'assinatura', 'contrato'], { isParent: true }),
    productId: { isRequired: true, names: ['produto'], read: readUuid },
    addedAt: { names: ['adicionadoem', 'desde'], read: readPastTime },
  },
  lines: {
    legacyId,
    holderId: reference('holders', ['holder', 'cliente', 'clienteid', 'idcliente', 'titular'], { isParent: true }),
    numberId: reference('numbers', ['number', 'numero', 'idnumero', 'numeroid'], { isUnique: true }),
    simId: reference('sims', ['sim', 'chip', 'idchip', 'chipid', 'simcard'], { isUnique: true }),
    subscriptionId: {
      refersTo: 'subscriptions',
      names: ['subscription', 'assinatura', 'contrato'],
      read: readCode(readText(100)),
    },
    status: { isRequired: true, names: ['situacao', 'estado'], read: readStatus },
    activatedAt: {
      names: ['activated', 'ativacao', 'dataativacao', 'dataativado', 'ativadoem'],
      read: readPastTime,
    },
    // Whether the resume unblocks it. Without it, unless a row of blocks says why it is blocked.
    blockedByPause: { names: ['bloqueadopelapausa', 'bloqueadapelapausa'], read: readYesOrNo },
    metadata,
  },
  blocks: {
    legacyId,
    lineId: reference('lines', ['line', 'linha', 'idlinha', 'linhaid'], { isParent: true, isUnique: true }),
    reason: { isRequired: true, names: ['motivo'], read: readText(200) },
    since: { isRequired: true, names: ['desde', 'datainicio', 'bloqueadoem', 'databloqueio'], read: readPastTime },
  },
  balances: {
    legacyId,
    lineId: reference('lines', ['line', 'linha', 'idlinha', 'linhaid'], { isParent: true }),
    productId: { isRequired: true, names: ['produto'], read: readUuid },
    componentId: { isRequired: true, names: ['componente'], read: readUuid },
    used: { isRequired: true, names: ['usado', 'consumido'], read: readWhole(0, Number.MAX_SAFE_INTEGER) },
  },
  invoices: {
    legacyId,
    subscriptionId: reference('subscriptions', ['subscription', 'assinatura', 'contrato'], { isParent: true }),
    periodFrom: { isRequired: true, names: ['periodode', 'inicio'], read: readDay },
    dueDate: { isRequired: true, names: ['vencimento'], read: readDay },
    amount: { isRequired: true, names: ['valor', 'total'], read: readAmount },
  },
};

/** The days on which the cycles of a subscription begin, from the values of its row. */
export function toPattern(data: Readonly<Record<string, string>>): CyclePattern | undefined {
  const { activatedAt, nextBillingDate } = data;
  if (activatedAt === undefined || nextBillingDate === undefined) return undefined;
  const frequency = (data['frequency'] ?? 'MONTHLY') as BillingFrequency;
  const startDay = toCivilDay(new Date(activatedAt));
  const billingDay = Number(data['billingDay'] ?? nextBillingDate.slice(8));
  return { frequency, startDay, anchorDay: findAnchorDay(billingDay, { frequency, startDay }) };
}

type Derived =
  | { readonly data: Readonly<Record<string, string>> }
  | { readonly column: string; readonly error: string };

/**
 * The cycle that is running, and its days: it ends on the next billing date. What was billed there is not billed here,
 * and nothing is left out.
 */
export function deriveCycle(data: Readonly<Record<string, string>>): Derived | undefined {
  const pattern = toPattern(data);
  const until = data['nextBillingDate'];
  if (!pattern || until === undefined) return undefined;
  if (until <= (pattern.startDay ?? '')) return { column: 'nextBillingDate', error: 'must be after the activation' };
  const cycle = findCycleNumber(pattern, addDays(until, -1));
  const found = calculateCycle(pattern, cycle);
  if (found.until !== until)
    return { column: 'nextBillingDate', error: `is not the end of a cycle; the cycle ends on ${found.until}` };
  return { data: { anchorDay: pattern.anchorDay, cycle: String(cycle), cycleFrom: found.from, cycleUntil: until } };
}

/** A name without accents, blanks, underscores and capitals. */
export const fold = (name: string): string =>
  name
    .normalize('NFD')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();
