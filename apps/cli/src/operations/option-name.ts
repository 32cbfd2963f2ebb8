import type { OperationInput } from '@linework/sdk/operation';
import { kebabCase } from './kebab-case.ts';

/** The option of an input: two inputs of the same name, one of the query and one of the body, are not allowed. */
export const optionName = ({ name }: Pick<OperationInput, 'name'>): string => kebabCase(name);
