import { getCodeEntry, type ProblemCode } from '@linework/problem-details/codes/problem-codes';
import { type ProblemStatus, problems } from '@linework/problem-details/codes/problems';
import { problemMediaType, problemSchemaFor } from '@linework/problem-details/problem-document';
import { z } from 'zod';
import type { ZodOpenApiResponseObject } from 'zod-openapi';
import { problemHeaders } from './openapi-headers.ts';

/** The problems of one status in the document; `members` are the additional ones of the route. */
export type BuildProblemResponse = (
  status: ProblemStatus,
  codes: readonly ProblemCode[],
  members?: z.ZodObject,
) => ZodOpenApiResponseObject;

/** The maximum number of codes in the name of a component. A response with more codes is not shared. */
const codesInName = 4;

/**
 * Problem responses with the same status and few codes share one component, unless the route has additional members.
 */
export function problemResponseBuilder(errorsBase: string): BuildProblemResponse {
  const cache = new Map<string, ZodOpenApiResponseObject>();
  return (status, codes, members) => {
    if (members)
      return buildProblemResponse(status, codes, {
        schema: problemSchemaFor(errorsBase).extend({ ...members.shape, code: z.enum(codes) }),
      });
    const key = [status, ...codes].join('-');
    const response = cache.get(key) ?? {
      ...(codes.length <= codesInName && { id: nameComponent(status, codes) }),
      ...buildProblemResponse(status, codes, problemContent(codes, errorsBase)),
    };
    cache.set(key, response);
    return response;
  };
}

/** Generators of clients make a type of the name, so it begins with a letter and has only letters and digits. */
function nameComponent(status: ProblemStatus, codes: readonly ProblemCode[]): string {
  const words = codes.flatMap((code) => code.split('-'));
  return `Problem${status}${words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')}`;
}

type Content = NonNullable<ZodOpenApiResponseObject['content']>[string];

function buildProblemResponse(
  status: ProblemStatus,
  codes: readonly ProblemCode[],
  content: Content,
): ZodOpenApiResponseObject {
  return {
    description: codes.map((code) => `\`${code}\`: ${getCodeEntry(code).title}.`).join(' '),
    headers: problemHeaders(status),
    content: { [problemMediaType]: content },
  };
}

/** A problem with one of the codes, with an example and the remedy of each. */
function problemContent(codes: readonly ProblemCode[], errorsBase: string): Content {
  return {
    schema: {
      allOf: [{ $ref: '#/components/schemas/Problem' }, { type: 'object', properties: { code: { enum: [...codes] } } }],
    },
    examples: Object.fromEntries(
      codes.map((code) => [code, { summary: getCodeEntry(code).remedy, value: problemExample(code, errorsBase) }]),
    ),
  };
}

const requestId = '019a1c3e-7b1f-7c60-9d3f-0d3b8c1e5a42';

function problemExample(code: ProblemCode, errorsBase: string) {
  const { problem, status } = getCodeEntry(code);
  return {
    type: `${errorsBase}/${problem}`,
    title: problems[problem].title,
    status,
    instance: `urn:uuid:${requestId}`,
    requestId,
    code,
  };
}
