import type { ResponseDeclaration } from './define-route.ts';

/** The media types that an answer can be had in; none where it has no body. */
export function listMediaTypes({ body, mediaType }: ResponseDeclaration): readonly string[] {
  if (mediaType !== undefined) return [mediaType].flat();
  return body === undefined ? [] : ['application/json'];
}
