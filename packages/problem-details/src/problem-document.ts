import { z } from 'zod';
import type { Problem } from './problem.ts';
import { problems } from './problems.ts';

/** The media type of every problem document (RFC 9457). */
export const problemMediaType = 'application/problem+json';

const faultSchema = z
  .object({
    detail: z.string(),
    pointer: z.string().optional().meta({ description: 'JSON Pointer to the place in the body.' }),
    parameter: z.string().optional().meta({ description: 'Name of the path or query parameter, or of the header.' }),
  })
  .meta({ id: 'Fault', description: 'One thing wrong with a request.' });

/** A problem document as it is sent; other members are allowed. */
export const problemSchema = z
  .looseObject({
    type: z.url().meta({ description: 'Address of the explanation of this kind of problem.' }),
    title: z.string(),
    status: z.int().min(400).max(599),
    detail: z.string().optional(),
    instance: z.url().optional().meta({ description: '`urn:uuid:` and the request id.' }),
    requestId: z.string(),
    code: z.string().optional().meta({ description: 'Tells apart what shares a type.' }),
    errors: z.array(faultSchema).optional(),
  })
  .meta({ id: 'Problem', description: 'Problem details as in RFC 9457.' });

/** What every problem may have beside what its document begins with, with no member that is not named. */
export const usualProblemMembers = z.object({ errors: z.array(faultSchema.strict()).optional() });

export type ProblemDocument = z.infer<typeof problemSchema>;

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The RFC 9457 document of a problem, under the problem types' common address `errorsBase`. */
export function problemDocument(problem: Problem, context: { readonly errorsBase: string; readonly requestId: string }): ProblemDocument {
  const { name, status, detail, code, members } = problem;
  const { errorsBase, requestId } = context;
  const own = {
    type: `${errorsBase}/${name}`,
    title: problems[name].title,
    status,
    ...(detail !== undefined && { detail }),
    ...(uuid.test(requestId) && { instance: `urn:uuid:${requestId}` }),
    requestId,
    ...(code !== undefined && { code }),
  };
  // Once for the order in which they are read, and once so that no member takes the place of one of them.
  return { ...own, ...members, ...own };
}
