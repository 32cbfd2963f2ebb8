import { assembled } from '@linework/db/statement';

/**
 * A statement with its values in the text: sql<{ status: string }>`SELECT status FROM line WHERE id = ${id}`. Its rows
 * have the type that the test says.
 */
export const sql = <Row = Readonly<Record<string, unknown>>>(
  texts: TemplateStringsArray,
  ...values: readonly unknown[]
) => assembled<Row>({ text: texts.reduce((text, part, at) => `${text}$${at}${part}`), values });
