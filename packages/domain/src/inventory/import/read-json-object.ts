import { parseJson } from '@linework/http/parse-json';
import type { Fault } from '@linework/problem-details/fault';
import { Problem } from '@linework/problem-details/problem';
import { freeForm } from '@linework/schemas/free-form';

/** A JSON object that can be kept, as JSON text again; or what is wrong with it. */
export function readJsonObject(text: string): string | { readonly fault: string } {
  const value = readJson(text);
  if ('fault' in value) return { fault: value.fault };
  const object = freeForm.safeParse(value.json);
  return object.success ? JSON.stringify(object.data) : { fault: 'is no JSON object' };
}

/** A JSON value that can be kept; or the first thing that is wrong with it. */
export function readJson(text: string): { readonly json: unknown } | { readonly fault: string } {
  try {
    const { value: json, faults } = parseJson(text);
    return faults[0] ? { fault: inWords(faults[0]) } : { json };
  } catch (error) {
    if (error instanceof Problem) return { fault: error.message };
    // What the parser says is not repeated: it quotes the text.
    return { fault: 'is no JSON' };
  }
}

const inWords = ({ detail, pointer }: Fault) => (pointer ? `${pointer.slice(1)}: ${detail}` : detail);
