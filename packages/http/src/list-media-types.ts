import type { ResponseDeclaration } from './define-route.ts';

/** Lists the media types of a response; empty if it has no body. */
export function listMediaTypes({ body, mediaType }: ResponseDeclaration): readonly string[] {
  if (mediaType !== undefined) return [mediaType].flat();
  return body === undefined ? [] : ['application/json'];
}
