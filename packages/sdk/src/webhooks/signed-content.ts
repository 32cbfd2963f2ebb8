/** The body of a webhook, exactly as it was received. */
export type WebhookBody = string | Uint8Array;

/** What a signature covers: the id, the time and the bytes of the body. */
export function signedContent(id: string, timestamp: string, body: WebhookBody): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder();
  const head = encoder.encode(`${id}.${timestamp}.`);
  const bytes = typeof body === 'string' ? encoder.encode(body) : body;
  const content = new Uint8Array(head.length + bytes.length);
  content.set(head);
  content.set(bytes, head.length);
  return content;
}
