import { parseJson } from '@linework/http/parse-json';
import type { FieldError } from '@linework/problem-details/field-error';
import { Problem } from '@linework/problem-details/problem';
import { freeForm } from '@linework/schemas/free-form';

/** A JSON object that can be kept, as JSON text again; or what is wrong with it. */
export function readJsonObject(text: string): string | { readonly error: string } {
  const value = readJson(text);
  if ('error' in value) return { error: value.error };
  const object = freeForm.safeParse(value.json);
  return object.success ? JSON.stringify(object.data) : { error: 'is no JSON object' };
}

/** A JSON value that can be kept; or the first thing that is wrong with it. */
export function readJson(text: string): { readonly json: unknown } | { readonly error: string } {
  try {
    const { value: json, errors } = parseJson(text);
    return errors[0] ? { error: formatError(errors[0]) } : { json };
  } catch (error) {
    if (error instanceof Problem) return { error: error.message };
    // What the parser says is not repeated: it quotes the text.
    return { error: 'is no JSON' };
  }
}

const formatError = ({ detail, pointer }: FieldError) => (pointer ? `${pointer.slice(1)}: ${detail}` : detail);
