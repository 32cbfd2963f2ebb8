/** Reads JSON as a value, anything else as bytes. Undefined if there is no body. */
export async function readData(response: Response): Promise<unknown> {
  const bytes = new Uint8Array(await response.arrayBuffer());
  if (bytes.length === 0) return undefined;
  return response.headers.get('Content-Type')?.includes('json') ? JSON.parse(new TextDecoder().decode(bytes)) : bytes;
}
