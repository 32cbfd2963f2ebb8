import type { AnswerDeclaration } from './define-route.ts';

/** The media types that an answer can be had in; none where it has no body. */
export function mediaTypesOf({ body, mediaType }: AnswerDeclaration): readonly string[] {
  if (mediaType !== undefined) return [mediaType].flat();
  return body === undefined ? [] : ['application/json'];
}
