import { gunzipSync } from 'node:zlib';

const depthLimit = 4;
/** Longer runs of characters that Base64 has. A shorter one carries no value that a person would recognise. */
const base64Run = /[\w+/-]{8,}={0,2}/g;
const hexRun = /(?:[\da-f]{2}){6,}/gi;
const isReadable = (text: string): boolean => text !== '' && !text.includes('\uFFFD');

/**
 * The texts that a reader of this text can get from it: as it is, without escapes, and decoded from Base64,
 * hexadecimal, percent-encoding and gzip.
 */
export function listEveryForm(text: string): readonly string[] {
  const forms = new Set<string>();
  decode(text, 0, forms);
  return [...forms];
}

function decode(text: string, depth: number, forms: Set<string>): void {
  if (forms.has(text)) return;
  forms.add(text);
  if (depth === depthLimit) return;
  const plain = [unescapeJson(text), unescapePercent(text)].filter((form) => form !== text);
  const decoded = [...decodeRuns(text, base64Run, 'base64'), ...decodeRuns(text, hexRun, 'hex')];
  for (const form of [...plain, ...decoded]) decode(form, depth + 1, forms);
}

/** The same ids are in thousands of answers. */
const known = new Map<string, string>();

function decodeRuns(text: string, pattern: RegExp, encoding: 'base64' | 'hex'): readonly string[] {
  return [...new Set(text.match(pattern))].flatMap((run) => {
    const key = `${encoding} ${run}`;
    const decoded = known.get(key) ?? readBytes(Buffer.from(run, encoding));
    known.set(key, decoded);
    return isReadable(decoded) ? [decoded] : [];
  });
}

function readBytes(bytes: Buffer): string {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes.toString();
  try {
    return gunzipSync(bytes).toString();
  } catch {
    return '';
  }
}

const unescapeJson = (text: string): string =>
  text
    .replace(/\\u([\da-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/\\(["\\/])/g, '$1');

function unescapePercent(text: string): string {
  return text
    .replace(/(?:%[\da-f]{2})+/gi, (run) => Buffer.from(run.replaceAll('%', ''), 'hex').toString())
    .replaceAll('+', ' ');
}
