import type { Request } from 'express';
import { z } from 'zod';
import { RejectedCall } from './rejected-call.ts';

const keyShape = z.string().regex(/^[\x21-\x7e]{1,255}$/, 'must be 1 to 255 visible characters');
/** Separated by commas. */
const keysShape = z
  .string()
  .transform((text) => text.split(',').map((one) => one.trim()))
  .pipe(z.array(keyShape).min(1).max(100));
const callHeaders = z
  .object({ 'idempotency-key': keyShape, undoes: keysShape.optional() })
  .refine((headers) => headers.undoes?.includes(headers['idempotency-key']) !== true, 'Undoes must name another call');

/** Reads a part of a request by its shape. Rejects invalid input with all its errors. */
export function parseRequest<Shape extends z.ZodType>(shape: Shape, value: unknown): z.infer<Shape> {
  const result = shape.safeParse(value);
  if (result.success) return result.data;
  const errors = result.error.issues.map(({ path, message }) => [path.join('.'), message].filter(Boolean).join(': '));
  throw new RejectedCall(400, 'bad-request', errors.join('; '));
}

/** The key of a call and, on an undo, the keys of the calls that it undoes. */
export function readCallKeys(request: Request): {
  readonly key: string;
  readonly undoes?: readonly string[] | undefined;
} {
  const headers = parseRequest(callHeaders, request.headers);
  return { key: headers['idempotency-key'], undoes: headers.undoes };
}
