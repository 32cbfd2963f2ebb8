import type { ImportMediaType } from '@linework/schemas/inventory/import-file';
import type { ImportReport } from '@linework/sdk';
import type { ImportFailure, ImportProblem } from './import-failure.ts';

interface SendFileOptions {
  readonly path: string;
  readonly file: File;
  readonly mediaType: ImportMediaType;
  readonly signal: AbortSignal;
  /** How many bytes of the file were sent. */
  readonly onSent: (bytes: number) => void;
}

export type SentFile<Report> = { readonly report: Report } | { readonly failure: ImportFailure };

/** Sends a file as the body of a request. `fetch` cannot say how much of it was sent. */
export function sendFile<Report = ImportReport>({
  path,
  file,
  mediaType,
  signal,
  onSent,
}: SendFileOptions): Promise<SentFile<Report>> {
  const request = new XMLHttpRequest();
  request.open('POST', `/console/api${path}`);
  request.setRequestHeader('Content-Type', mediaType);
  request.upload.onprogress = ({ loaded }) => onSent(loaded);
  const ended = new Promise<SentFile<Report>>((resolve) => {
    request.onload = () => resolve(readAnswer(request.status, request.responseText));
    request.onabort = () => resolve({ failure: { kind: 'stopped' } });
    request.onerror = async () => resolve({ failure: { kind: (await isReadable(file)) ? 'connection' : 'file' } });
  });
  signal.addEventListener('abort', () => request.abort());
  request.send(file);
  return ended;
}

/** An answer that is no JSON comes from a proxy. */
function readAnswer<Report>(status: number, text: string): SentFile<Report> {
  const body = parseObject(text);
  if (status === 200) return body === undefined ? { failure: { kind: 'connection' } } : { report: body as Report };
  return { failure: { kind: 'answer', status, problem: (body ?? {}) as ImportProblem } };
}

function parseObject(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/**
 * A file that was changed or removed after it was chosen cannot be read, and looks like a lost connection. One that was
 * removed has no length.
 */
async function isReadable(file: File): Promise<boolean> {
  try {
    await (file.size > 0 ? file.slice(0, 1) : file).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}
