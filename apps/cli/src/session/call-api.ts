import type { Context, GlobalOptions } from '../command/context.ts';
import { writeAnswer } from '../command/write-answer.ts';
import { usageError } from '../errors/cli-error.ts';
import { readBody } from '../operations/read-body.ts';

export interface CallOptions extends GlobalOptions {
  readonly body?: string;
  readonly query?: readonly string[];
  readonly header?: readonly string[];
  readonly idempotencyKey?: string;
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Sends any request with the key of the profile: for what has no command of its own. */
export async function callApi(method: string, path: string, options: CallOptions, context: Context): Promise<void> {
  const verb = method.toUpperCase();
  if (!methods.includes(verb))
    throw usageError(`"${method}" is no method; write for example "linework api GET /lines".`);
  // `//host` and `https://host` would send the key to another host.
  if (!path.startsWith('/') || path.startsWith('//'))
    throw usageError(`"${path}" must be a path that begins with one slash, such as /lines.`);
  const query = Object.fromEntries((options.query ?? []).map(parsePair('--query', '=')));
  const headers = Object.fromEntries((options.header ?? []).map(parsePair('--header', ':')));
  const body = options.body === undefined ? undefined : readBody(options.body);
  const api = await context.openApi(options);
  const { data } = await api.request(verb, path, { query, headers, body, idempotencyKey: options.idempotencyKey });
  await writeAnswer(data, context, { ...options, output: options.output ?? 'json' });
}

function parsePair(option: string, sign: string): (text: string) => readonly [string, string] {
  return (text) => {
    const at = text.indexOf(sign);
    if (at < 1) throw usageError(`${option} must be name${sign}value; it is "${text}".`);
    return [text.slice(0, at).trim(), text.slice(at + 1).trim()];
  };
}
