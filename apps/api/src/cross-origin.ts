import cors from 'cors';
import type { Handler } from 'express';

/** The headers of a response that a page of another origin may read, beside those that every page may. */
const exposedHeaders = [
  'ETag',
  'Idempotency-Replayed',
  'Link',
  'Location',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'X-Request-Id',
];

const allowedHeaders = [
  'Content-Type',
  'Idempotency-Key',
  'If-Match',
  'If-None-Match',
  'Last-Event-ID',
  'X-API-Key',
  'X-Correlation-Id',
  'X-Request-Id',
];

const preflightSeconds = 600;

/** Lets pages of these origins call the API from a browser. No cookie is used, so credentials are not allowed. */
export const allowOrigins = (origins: readonly string[]): Handler =>
  cors({
    origin: [...origins],
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders,
    exposedHeaders,
    maxAge: preflightSeconds,
  });
