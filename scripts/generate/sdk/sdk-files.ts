import { interfaceVersion } from '@linework/config/version';
import { routes } from '../../../apps/api/src/endpoints/interface.ts';
import type { Document } from './document.ts';
import { eventTypesFile } from './event-types-file.ts';
import { header } from './note.ts';
import { nounsFile } from './nouns-file.ts';
import { operationFiles } from './operation-files.ts';
import { problemErrorsFile } from './problem-errors-file.ts';
import { readOperations } from './read-operations.ts';
import { listTypeNames, typesFile } from './types-file.ts';

/**
 * Builds the generated files of the SDK from the route table, its OpenAPI document, and the catalogues of problems and
 * events.
 */
export function sdkFiles(openapiDocument: object): Readonly<Record<string, string>> {
  const document = openapiDocument as Document;
  const operations = readOperations(routes, document);
  return {
    'version.ts':
      `${header}\n/** The version of the interface that this package knows. */\nexport const version = ` +
      `'${interfaceVersion}';\n`,
    'types.ts': typesFile(operations, document),
    'event-types.ts': eventTypesFile(),
    'problem-errors.ts': problemErrorsFile(),
    ...operationFiles(operations),
    'nouns.ts': nounsFile(operations, listTypeNames(operations, document)),
  };
}
