import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type RecordCall, readWithEtag } from '../../api/read-with-etag.ts';
import { Failure, Loading } from '../state.tsx';

interface CurrentRecordProps<Shape> {
  readonly queryKey: readonly unknown[];
  readonly read: (signal: AbortSignal) => RecordCall;
  /** What is read: `the role`. */
  readonly what: string;
  /** The form. It is sent with the ETag, so that it overwrites nothing that another person has changed meanwhile. */
  readonly children: (record: Shape, etag: string) => ReactNode;
}

/** Reads a record anew for the form that changes it. */
export function CurrentRecord<Shape>({ queryKey, read, what, children }: CurrentRecordProps<Shape>) {
  const { data, error, isPending, refetch } = useQuery({
    queryKey: [...queryKey, 'version'],
    queryFn: async ({ signal }) => await readWithEtag(read(signal)),
    // What is chosen must not change below the pointer: If-Match says whether somebody was faster.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  if (isPending) return <Loading what={what} />;
  if (data === undefined) return <Failure error={error} onRetry={refetch} />;
  return children(data.record as unknown as Shape, data.etag);
}
