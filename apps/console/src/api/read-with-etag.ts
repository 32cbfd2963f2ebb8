/** A request of the SDK for one record. */
export interface RecordCall {
  withResponse(): Promise<{ readonly data: object; readonly response: Response }>;
}

/** A record with its ETag: what another person has changed meanwhile is shown before a form is sent. */
export async function readWithEtag(call: RecordCall) {
  const { data, response } = await call.withResponse();
  return { etag: response.headers.get('ETag') ?? '', record: data as Readonly<Record<string, unknown>> };
}
