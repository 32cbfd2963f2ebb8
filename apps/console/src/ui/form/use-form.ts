import type { RequestOptions } from '@linework/sdk';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { type Draft, keepDraft, readDraft } from '../../api/drafts.ts';
import { useSession } from '../../api/session.ts';
import { t } from '../../language/translate.ts';
import {
  type Fault,
  isOutdated,
  isUnsettling,
  type Json,
  listChanges,
  listFaults,
  type Places,
  type RecordChange,
  staysUnsettled,
  type Values,
} from './form-values.ts';

/** The record that a form changes, with the ETag of what was read. */
interface SeenRecord {
  readonly etag: string;
  readonly record: Json;
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
   * Sends it. The options have its Idempotency-Key, and the ETag of the record; raises the problem of the API.
   * `isRepeated` if nobody knows whether it was done before.
   */
  readonly send: (
    values: Readonly<Record<Name, string>>,
    options: RequestOptions,
    isRepeated: boolean,
  ) => PromiseLike<Answer>;
  readonly onSent: (answer: Answer) => void;
  /** Reads the record that the form changes, where its route has an ETag. */
  readonly record?:
    | { readonly queryKey: readonly unknown[]; readonly read: (signal: AbortSignal) => Promise<SeenRecord> }
    | undefined;
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
  readonly isReady: boolean;
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
  const { name, initial, required = [], isFixed = false, send, onSent, record } = options;
  const { draft, change, forget, isRestored } = useDraft(name, initial, isFixed);
  const values = draft.values as Readonly<Record<Name, string>>;
  const { fields, register } = useFields();
  const [missing, setMissing] = useState<readonly Name[]>([]);
  const [touched, setTouched] = useState<readonly string[]>([]);
  const [attempt, setAttempt] = useState(0);
  const read = useQuery({
    queryKey: record?.queryKey ?? ['no-record'],
    queryFn: ({ signal }) => record?.read(signal) ?? Promise.reject(new Error('The form has no record.')),
    enabled: record !== undefined,
    staleTime: 0,
  });
  const seen = draft.seen ?? read.data;
  const mutation = useMutation({
    onMutate: () => ({ unsettledKey: draft.isUnsettled ? draft.idempotencyKey : undefined }),
    mutationFn: async () => {
      change((before) => ({ ...before, isUnsettled: true, seen }));
      const given = { idempotencyKey: draft.idempotencyKey, ...(seen?.etag && { ifMatch: seen.etag }) };
      return await send(values, given, draft.isUnsettled);
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
  });
  const faults = mutation.isPending ? [] : listFaults(mutation.error, fields, options);
  // What has changed since an unsettled request may be what it has done: the server knows, by its key.
  const isNew = seen !== undefined && read.data !== undefined && read.data.etag !== seen.etag && !draft.isUnsettled;
  return {
    values,
    set: (field, value) => {
      setMissing((before) => before.filter((one) => one !== field));
      setTouched((before) => [...before, field]);
      change((before) => ({ ...before, values: { ...before.values, [field]: value }, seen }));
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
    otherFaults: listOthers(mutation.error, faults),
    register,
    isSending: mutation.isPending,
    isUnsettled: draft.isUnsettled && !mutation.isPending,
    isRestored,
    changes: isNew ? listChanges(seen.record, read.data.record) : [],
    acceptChanges: () => {
      mutation.reset();
      change((before) => ({ ...before, seen: read.data }));
    },
    isReady: record === undefined || read.data !== undefined,
    attempt,
  };
}

const joinFaults = (faults: readonly Fault[]): string | undefined =>
  faults.length === 0 ? undefined : faults.map(({ detail }) => detail).join(' ');

/** What is said below the form. That the record has changed is said with what has changed. */
function listOthers(error: unknown, faults: readonly Fault[]): readonly string[] {
  if (error === null || isUnsettling(error) || isOutdated(error)) return [];
  if (faults.length === 0) return [error instanceof Error ? error.message : String(error)];
  return faults.filter(({ field }) => field === undefined).map(({ detail }) => detail);
}
