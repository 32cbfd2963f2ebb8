import type { Request } from 'express';
import { z } from 'zod';
import { RefusedCall } from './refused-call.ts';

const key = z.string().regex(/^[\x21-\x7e]{1,255}$/, 'must be 1 to 255 visible characters');
/** With commas between them. */
const keys = z
  .string()
  .transform((text) => text.split(',').map((one) => one.trim()))
  .pipe(z.array(key).min(1).max(100));
const callHeaders = z
  .object({ 'idempotency-key': key, undoes: keys.optional() })
  .refine((headers) => headers.undoes?.includes(headers['idempotency-key']) !== true, 'Undoes must name another call');

/** Reads a part of a request by its shape; what does not fit is refused with all its faults. */
export function read<Shape extends z.ZodType>(shape: Shape, given: unknown): z.infer<Shape> {
  const result = shape.safeParse(given);
  if (result.success) return result.data;
  const faults = result.error.issues.map(({ path, message }) => [path.join('.'), message].filter(Boolean).join(': '));
  throw new RefusedCall(400, 'bad-request', faults.join('; '));
}

/** The key of a call and, on an undo, the keys of the calls that it takes back. */
export function readCallKeys(request: Request): { readonly key: string; readonly undoes?: readonly string[] | undefined } {
  const headers = read(callHeaders, request.headers);
  return { key: headers['idempotency-key'], undoes: headers.undoes };
}
