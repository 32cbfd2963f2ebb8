import { ProblemError } from '@linework/sdk';

/** The fields of a form as texts, as they are typed or chosen. A box that is checked is `yes`. */
export type Values = Readonly<Record<string, string>>;

export type Json = Readonly<Record<string, unknown>>;

/** Something that is wrong, and the field it is about. Without a field it is about the whole form. */
export interface Fault {
  readonly field?: string | undefined;
  readonly detail: string;
}

/** Why a form has sent nothing. */
export class NotSent extends Error {}

/** What a form itself has found wrong with a field, before anything was sent. */
export class FieldFault extends NotSent {
  readonly field: string;

  constructor(field: string, detail: string) {
    super(detail);
    this.field = field;
  }
}

/** Where the values of the fields stand in the request, and which problems are about one of them. */
export interface Places {
  /** The JSON Pointer or the parameter of a field; by default its name in the body. */
  readonly pointers?: Readonly<Record<string, string>> | undefined;
  /** The field that a problem without pointers is about, by its code. */
  readonly codes?: Readonly<Record<string, string>> | undefined;
  /** What is said of a problem in place of its own text, by its code. */
  readonly texts?: Readonly<Record<string, (error: ProblemError) => string>> | undefined;
}

/** `federalTaxId` must be … is `Must be …` beside its field, which has a name for people. */
const besideField = (detail: string): string => {
  const text = detail.replace(/^`[^`]+` /, '');
  return text.charAt(0).toUpperCase() + text.slice(1);
};

/** What is wrong, each beside its field. `fields` are those that are on the page. */
export function listFaults(
  error: unknown,
  fields: readonly string[],
  { pointers = {}, codes = {}, texts = {} }: Places,
): readonly Fault[] {
  if (error instanceof FieldFault) return [{ detail: error.message, field: error.field }];
  if (!(error instanceof ProblemError)) return [];
  const field = codes[error.code];
  if (error.errors.length === 0) {
    const isShown = field !== undefined && fields.includes(field);
    const detail = texts[error.code]?.(error) ?? error.detail ?? error.title;
    return [{ detail, field: isShown ? field : undefined }];
  }
  return error.errors.map(({ detail, pointer, parameter }) => {
    const at = fields.find((name) => {
      const place = pointers[name] ?? `/${name}`;
      return pointer === place || pointer?.startsWith(`${place}/`) === true || parameter === (pointers[name] ?? name);
    });
    return { detail: at === undefined ? detail : besideField(detail), field: at };
  });
}

/**
 * Whether nobody knows if a request was done: there was no answer, its answer could not be read, the server failed, or
 * the same request is still running. Only a problem of the API, or what the form itself says before it sends, tells
 * that it was not.
 */
export const isUnsettling = (error: unknown): boolean =>
  error instanceof ProblemError
    ? error.status >= 500 || error.code === 'idempotency-in-flight'
    : !(error instanceof NotSent);

/** What is answered before the key of a request is looked at: it tells nothing about the first attempt. */
const beforeTheKey: ReadonlySet<number> = new Set([401, 403, 429]);

/**
 * Whether nobody knows if a request was done, after an attempt that failed. Once that is so, only an answer to its key
 * settles it: not a look-up before the request, and not that the person was refused.
 */
export const staysUnsettled = (unsettledKey: string | undefined, error: unknown): boolean =>
  isUnsettling(error) ||
  (unsettledKey !== undefined &&
    !(error instanceof ProblemError && error.idempotencyKey === unsettledKey && !beforeTheKey.has(error.status)));

/** What a form itself has found, for a record whose route has no ETag: somebody has changed it since it was read. */
export class Outdated extends NotSent {}

/** Somebody has changed the record since it was read. */
export const isOutdated = (error: unknown): boolean =>
  error instanceof Outdated || (error instanceof ProblemError && error.status === 412);

export interface RecordChange {
  readonly member: string;
  readonly before: unknown;
  readonly now: unknown;
}

/** When a key or a person was last there. */
const timesOfUse = ['lastUsedAt', 'lastSignedInAt'];

function listDifferences(before: Json, now: Json, except: readonly string[]): readonly RecordChange[] {
  const members = new Set([...Object.keys(before), ...Object.keys(now)]).difference(new Set(except));
  return [...members].flatMap((member) =>
    JSON.stringify(before[member]) === JSON.stringify(now[member])
      ? []
      : [{ member, before: before[member], now: now[member] }],
  );
}

/** The members of a record that differ. The time of the change, or of the last use, tells nothing. */
export const listChanges = (before: Json, now: Json): readonly RecordChange[] =>
  listDifferences(before, now, ['updatedAt', ...timesOfUse]);

/** Whether a record was used and not changed: it has another ETag, and nothing would be overwritten. */
export const isOnlyUsed = (before: Json, now: Json): boolean => listDifferences(before, now, timesOfUse).length === 0;

/** The words of a value that is a list. */
export const listWords = <Word extends string = string>(value: string): Word[] =>
  value.split(/[\s,;]+/).filter((word) => word !== '') as Word[];

/**
 * The values of a form whose record has changed since: what was typed stays, and the other fields have what the record
 * has now. In a set, what was added and left out stays so.
 */
export function mergeValues(typed: Values, before: Values, now: Values, sets: readonly string[] = []): Values {
  const merge = (field: string, value: string): string => {
    const [old = '', current = ''] = [before[field], now[field]];
    if (value === old) return current;
    return sets.includes(field) ? mergeWords(value, old, current) : value;
  };
  return Object.fromEntries(Object.entries(typed).map(([field, value]) => [field, merge(field, value)]));
}

function mergeWords(typed: string, before: string, now: string): string {
  const [wanted, old] = [new Set(listWords(typed)), new Set(listWords(before))];
  const stays = listWords(now).filter((word) => wanted.has(word) || !old.has(word));
  return [...new Set([...stays, ...wanted.difference(old)])].join(' ');
}
