import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { describeError } from '../../api/describe-error.ts';
import type { Draft } from '../../api/drafts.ts';
import { isOnlyUsed, isOutdated, type Json, listChanges, mergeValues, NotSent, type Values } from './form-values.ts';

/** The record that a form changes, with the ETag of what was read; an empty one where its route has none. */
interface SeenRecord {
  readonly etag: string;
  readonly record: Json;
}

/** The record that a form changes. */
export interface FormRecord<Name extends string> {
  readonly queryKey: readonly unknown[];
  readonly read: (signal: AbortSignal) => Promise<SeenRecord>;
  /** What the fields have at first, for a form that begins with its record: it is drawn when that was read. */
  readonly valuesOf?: ((record: Json) => Readonly<Record<Name, string>>) | undefined;
  /** Those of its fields that are sets of words. What two people have added and left out counts for both. */
  readonly sets?: readonly Name[] | undefined;
  /** The name of the record that a member has the id of, for what people read. */
  readonly nameOf?: ((id: unknown) => string | undefined) | undefined;
}

/** The record that a form changes, as it is when the form is opened and after each change. */
const useRecord = (record: Pick<FormRecord<string>, 'queryKey' | 'read'> | undefined): UseQueryResult<SeenRecord> =>
  useQuery({
    queryKey: record?.queryKey ?? ['no-record'],
    queryFn: ({ signal }) => record?.read(signal) ?? Promise.reject(new Error('The form has no record.')),
    enabled: record !== undefined,
    staleTime: 0,
    // What another form has read before is not what this one was opened with.
    gcTime: 0,
  });

/** What a form knows of its record: as it was when something was typed, and what has changed since. */
export function useSeen<Name extends string>(record: FormRecord<Name> | undefined, draft: Draft) {
  const read = useRecord(record);
  const seen = draft.seen ?? read.data;
  // Until something is typed, the fields have what the record has: both are of the same answer.
  const valuesIn = (one: Draft): Values =>
    (one.seen === undefined && read.data && record?.valuesOf?.(read.data.record)) || one.values;
  // What has changed since an unsettled request may be what it has done: the server knows, by its key.
  const now = draft.isUnsettled || (read.data?.etag === seen?.etag && seen?.etag !== '') ? undefined : read.data;
  const named = (value: unknown): unknown => record?.nameOf?.(value) ?? value;
  const changes = seen && now ? listChanges(seen.record, now.record) : [];
  return {
    read,
    seen,
    valuesIn,
    changes: changes.map((one) => ({ ...one, before: named(one.before), now: named(one.now) })),
  };
}

/** The record of a form that is sent before its record was read. */
export async function waitForRecord({ refetch }: UseQueryResult<SeenRecord>): Promise<SeenRecord> {
  const { data, error } = await refetch({ cancelRefetch: false });
  if (data === undefined) throw new NotSent(describeError(error).detail);
  return data;
}

/** A record that is used all the time has another ETag at each attempt. */
const attempts = 5;

/**
 * Sends a change of a record as it was seen. Its ETag changes also with each use: if nothing else has changed since, it
 * is sent again over what is there now.
 */
export async function sendOverUses<Answer>(
  seen: SeenRecord,
  read: (signal: AbortSignal) => Promise<SeenRecord>,
  send: (etag: string) => PromiseLike<Answer>,
): Promise<Answer> {
  let { etag } = seen;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await send(etag);
    } catch (error) {
      if (!isOutdated(error) || attempt === attempts) throw error;
      const now = await read(new AbortController().signal).catch(() => undefined);
      if (now === undefined || now.etag === etag || !isOnlyUsed(seen.record, now.record)) throw error;
      ({ etag } = now);
    }
  }
}

/** What was typed over one version of the record, in a form that goes on with another one. */
export function mergeWith<Name extends string>(
  record: FormRecord<Name> | undefined,
  { values, seen }: Draft,
  now: SeenRecord | undefined,
): Values {
  if (record?.valuesOf === undefined || seen === undefined || now === undefined) return values;
  return mergeValues(values, record.valuesOf(seen.record), record.valuesOf(now.record), record.sets);
}
