import type { RequestOptions } from '@linework/sdk';
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { describeError } from '../../api/describe-error.ts';
import { type Draft, keepDraft, readDraft } from '../../api/drafts.ts';
import { useSession } from '../../api/session.ts';
import { t } from '../../language/translate.ts';
import { type FormRecord, mergeWith, sendOverUses, useSeen, waitForRecord } from './form-record.ts';
import {
  type Fault,
  isOutdated,
  isUnsettling,
  type Json,
  listFaults,
  type Places,
  type RecordChange,
  staysUnsettled,
  type Values,
} from './form-values.ts';

/** What is known of a request when it is sent. */
interface Attempt {
  /** Nobody knows whether it was done before. */
  readonly isRepeated: boolean;
  /** When it was sent first. A request that names a time names that of this moment, also when it is repeated. */
  readonly firstSentAt: number;
  /** The record as the form began with it. */
  readonly record: Json | undefined;
}

export interface FormOptions<Name extends string, Answer> extends Places {
  /** Names the form and its record: what was typed into it is found again under this name. */
  readonly name: string;
  readonly initial: Readonly<Record<Name, string>>;
  /** The fields that must not be empty. */
  readonly required?: readonly NoInfer<Name>[] | undefined;
  /** Its values are not typed in it: only those that were sent without an answer are found again. */
  readonly isFixed?: boolean | undefined;
  /**
   * What is sent besides what was typed. It is asked for at the first attempt and kept: what is sent again is the same.
   */
  readonly complete?: (() => Partial<Record<NoInfer<Name>, string>>) | undefined;
  /** Sends it. The options have its Idempotency-Key, and the ETag of the record; raises the problem of the API. */
  readonly send: (
    values: Readonly<Record<Name, string>>,
    options: RequestOptions,
    attempt: Attempt,
  ) => PromiseLike<Answer>;
  readonly onSent: (answer: Answer) => void;
  /** The queries that show what it changes. They are read again after its answer, also if that was no. */
  readonly readAgain?: QueryKey | undefined;
  readonly record?: FormRecord<NoInfer<Name>> | undefined;
}

export interface Form<Name extends string = string> {
  readonly values: Readonly<Record<Name, string>>;
  readonly set: (name: Name, value: string) => void;
  readonly submit: () => void;
  /** Forgets what was typed, and the key of what was sent. */
  readonly discard: () => void;
  /** What is wrong with a field. */
  readonly faultOf: (name: string) => string | undefined;
  /** What another answer says of the fields: that of a dry run. */
  readonly faultsIn: (error: unknown) => readonly Fault[];
  /** What is wrong that is about no field of the page. */
  readonly otherFaults: readonly string[];
  /** A field is on the page from now on; returns the function that takes it back. */
  readonly register: (name: string) => () => void;
  readonly isSending: boolean;
  /** It was sent, and nobody knows whether it was done: it can only be sent again as it is. */
  readonly isUnsettled: boolean;
  /** What was typed before is here again. */
  readonly isRestored: boolean;
  /** What another person has changed since the form was opened. Nothing is sent until it was read. */
  readonly changes: readonly RecordChange[];
  readonly acceptChanges: () => void;
  /** The record that the form began with is not read yet, or could not be. There is nothing to type as long as that. */
  readonly reading: { readonly error: unknown; readonly retry: () => unknown } | undefined;
  /** Changes with each attempt that failed. */
  readonly attempt: number;
}

const newDraft = (values: Values): Draft => ({ values, idempotencyKey: crypto.randomUUID(), isUnsettled: false });

/** What was typed, kept in the tab until it is sent or given up. */
function useDraft(name: string, initial: Values, isFixed: boolean) {
  const personId = useSession().data?.operator.id ?? '';
  const [restored, setRestored] = useState(() => {
    const kept = readDraft(personId, name);
    return isFixed && kept?.isUnsettled !== true ? undefined : kept;
  });
  const [draft, setDraft] = useState<Draft>(() => restored ?? newDraft(initial));
  const latest = useRef(draft);
  // Is kept at once and not with the next drawing: a session that has ended takes the form away.
  const change = (edit: (draft: Draft) => Draft) => {
    latest.current = edit(latest.current);
    keepDraft(personId, name, latest.current);
    setDraft(latest.current);
  };
  const forget = () => {
    latest.current = newDraft(initial);
    keepDraft(personId, name, undefined);
    setDraft(latest.current);
    setRestored(undefined);
  };
  return { draft, change, forget, isRestored: restored !== undefined };
}

/** The names of the fields that are on the page. */
function useFields() {
  const [fields, setFields] = useState<readonly string[]>([]);
  const register = useCallback((name: string) => {
    setFields((before) => [...before, name]);
    return () => setFields((before) => before.filter((one) => one !== name));
  }, []);
  return { fields, register };
}

/**
 * The state of a form: what was typed is kept, also over a session that ended; it is done at most once, because its
 * Idempotency-Key is made once; what is wrong stands beside its field; and what another person has changed meanwhile is
 * shown and not overwritten.
 */
export function useForm<Name extends string, Answer>(options: FormOptions<Name, Answer>): Form<Name> {
  const { name, initial, required = [], isFixed = false, complete, send, onSent, readAgain, record } = options;
  const client = useQueryClient();
  const { draft, change, forget, isRestored } = useDraft(name, initial, isFixed);
  const { fields, register } = useFields();
  const [missing, setMissing] = useState<readonly Name[]>([]);
  const [touched, setTouched] = useState<readonly string[]>([]);
  const [attempt, setAttempt] = useState(0);
  const { read, seen, valuesIn, changes } = useSeen(record, draft);
  const values = valuesIn(draft) as Readonly<Record<Name, string>>;
  const mutation = useMutation({
    onMutate: () => ({ unsettledKey: draft.isUnsettled ? draft.idempotencyKey : undefined }),
    mutationFn: async () => {
      const known = seen ?? (record && (await waitForRecord(read)));
      const { sent, firstSentAt, isRepeated } = startAttempt(draft, values, complete);
      change((before) => ({ ...before, values: sent, isUnsettled: true, firstSentAt, seen: known }));
      const about = { isRepeated, firstSentAt, record: known?.record };
      const sendOver = (etag?: string) =>
        send(sent, { idempotencyKey: draft.idempotencyKey, ...(etag && { ifMatch: etag }) }, about);
      return await (known && record ? sendOverUses(known, record.read, sendOver) : sendOver());
    },
    onSuccess: (answer) => {
      forget();
      onSent(answer);
    },
    onError: (error, _, sent) => {
      setTouched([]);
      setAttempt((before) => before + 1);
      if (staysUnsettled(sent?.unsettledKey, error)) return;
      // It was refused, so what is sent next is another request.
      change(({ values: typed, seen: known }) => ({ ...newDraft(typed), seen: known }));
      if (isOutdated(error)) void read.refetch();
    },
    onSettled: () => void (readAgain && client.invalidateQueries({ queryKey: readAgain })),
  });
  const faults = mutation.isPending ? [] : listFaults(mutation.error, fields, options);
  return {
    values,
    set: (field, value) => {
      setMissing((before) => before.filter((one) => one !== field));
      setTouched((before) => [...before, field]);
      change((before) => ({ ...before, values: { ...valuesIn(before), [field]: value }, seen }));
    },
    submit: () => {
      const empty = required.filter((field) => fields.includes(field) && values[field].trim() === '');
      setMissing(empty);
      if (empty.length > 0) setAttempt((before) => before + 1);
      else if (!mutation.isPending) mutation.mutate();
    },
    discard: () => {
      mutation.reset();
      forget();
    },
    faultOf: (field) => {
      if ((missing as readonly string[]).includes(field)) return t('This is missing.');
      if (touched.includes(field)) return undefined;
      return joinFaults(faults.filter((fault) => fault.field === field));
    },
    faultsIn: (error) => listFaults(error, fields, options),
    otherFaults: listOthers(mutation.error, faults, changes.length > 0 || read.isFetching),
    register,
    isSending: mutation.isPending,
    isUnsettled: draft.isUnsettled && !mutation.isPending,
    isRestored,
    changes,
    acceptChanges: () => {
      mutation.reset();
      change((before) => ({ ...before, values: mergeWith(record, before, read.data), seen: read.data }));
    },
    reading: seen === undefined && record?.valuesOf ? { error: read.error, retry: read.refetch } : undefined,
    attempt,
  };
}

/** What is sent: at the first attempt what was typed and what completes it, and afterwards the same again. */
function startAttempt<Sent extends Values>(
  { isUnsettled: isRepeated, firstSentAt = Date.now() }: Draft,
  values: Sent,
  complete: (() => Partial<Sent>) | undefined,
) {
  return isRepeated
    ? { isRepeated, sent: values, firstSentAt }
    : { isRepeated, sent: { ...values, ...complete?.() }, firstSentAt: Date.now() };
}

const joinFaults = (faults: readonly Fault[]): string | undefined =>
  faults.length === 0 ? undefined : faults.map(({ detail }) => detail).join(' ');

/** What is said below the form. That the record has changed is said with what has changed, if that is seen. */
function listOthers(error: unknown, faults: readonly Fault[], areChangesShown: boolean): readonly string[] {
  if (error === null || isUnsettling(error)) return [];
  if (isOutdated(error)) return areChangesShown ? [] : [describeError(error).detail];
  if (faults.length === 0) return [error instanceof Error ? error.message : String(error)];
  return faults.filter(({ field }) => field === undefined).map(({ detail }) => detail);
}
