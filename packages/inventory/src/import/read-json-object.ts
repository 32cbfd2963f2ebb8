import { parseJson } from '@linework/http/request/parse-json';
import type { FieldError } from '@linework/problem-details/field-error';
import { Problem } from '@linework/problem-details/problem';
import { freeForm } from '@linework/schemas/values/free-form';

/** Reads a JSON object that can be stored and returns it as JSON text, or the error in it. */
export function readJsonObject(text: string): string | { readonly error: string } {
  const value = readJson(text);
  if ('error' in value) return { error: value.error };
  const object = freeForm.safeParse(value.json);
  return object.success ? JSON.stringify(object.data) : { error: 'is not a JSON object' };
}

/** Reads a JSON value that can be stored, or the first error in it. */
export function readJson(text: string): { readonly json: unknown } | { readonly error: string } {
  try {
    const { value: json, errors } = parseJson(text);
    return errors[0] ? { error: formatError(errors[0]) } : { json };
  } catch (error) {
    if (error instanceof Problem) return { error: error.message };
    // The parser's message is not repeated, because it quotes the text.
    return { error: 'is not valid JSON' };
  }
}

const formatError = ({ detail, pointer }: FieldError) => (pointer ? `${pointer.slice(1)}: ${detail}` : detail);
