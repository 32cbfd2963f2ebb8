import { z } from 'zod';
import { allProblemCodes } from './codes/problem-codes.ts';
import { problemNames, problems } from './codes/problems.ts';
import type { Problem } from './problem.ts';

/** The media type of every problem document (RFC 9457). */
export const problemMediaType = 'application/problem+json';

const fieldErrorSchema = z
  .looseObject({
    detail: z.string().meta({ description: 'A whole sentence.' }),
    pointer: z.string().optional().meta({ description: 'JSON Pointer to the place in the body.' }),
    parameter: z.string().optional().meta({ description: 'Name of the path or query parameter, or of the header.' }),
  })
  .meta({ id: 'Fault', description: 'One thing wrong with a request.' });

/** The schema of a problem document whose types begin with `errorsBase`. Other members are allowed. */
export function problemSchemaFor(errorsBase: string) {
  return problemSchema
    .extend({
      type: z
        .enum(problemNames.map((name) => `${errorsBase}/${name}`))
        .meta({ description: 'Address of the explanation of this problem type.' }),
    })
    .meta({ description: 'Problem details as in RFC 9457.' });
}

/** The schema of a problem document for a reader that does not know `errorsBase`. */
export const problemSchema = z.looseObject({
  type: z.url(),
  title: z.string().meta({ example: 'Not found' }),
  status: z.int().min(400).max(599),
  detail: z.string().optional().meta({ description: 'What is wrong here, in whole sentences.' }),
  instance: z.url().optional().meta({ description: '`urn:uuid:` and the request id.' }),
  requestId: z.string(),
  code: z
    .enum(allProblemCodes)
    .meta({ description: 'Tells apart what shares a type. `GET /problems/{name}` lists the codes of a type.' }),
  errors: z.array(fieldErrorSchema).optional(),
});

/** The additional members that every problem may have. Other members are removed. */
export const defaultProblemMembers = z.object({ errors: z.array(fieldErrorSchema.strict()).optional() });

export type ProblemDocument = z.infer<typeof problemSchema>;

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Builds the RFC 9457 document of a problem. Its type begins with `errorsBase`. */
export function problemDocument(
  problem: Problem,
  context: { readonly errorsBase: string; readonly requestId: string },
): ProblemDocument {
  const { name, status, detail, code, members } = problem;
  const { errorsBase, requestId } = context;
  const own = {
    type: `${errorsBase}/${name}`,
    title: problems[name].title,
    status,
    ...(detail !== undefined && { detail }),
    ...(uuid.test(requestId) && { instance: `urn:uuid:${requestId}` }),
    requestId,
    code,
  };
  // The first `own` puts these members first. The second one prevents `members` from overwriting them.
  return { ...own, ...members, ...own };
}
