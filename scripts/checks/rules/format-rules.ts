interface Format {
  readonly name: string;
  /** What only its definition has. */
  readonly pattern: RegExp;
  /** The file that defines it, and those that have a reason for a definition of their own. */
  readonly files: readonly string[];
}

/** Formats that have one definition, because two readers of a format disagree sooner or later. */
const formats: readonly Format[] = [
  { name: 'the pattern of an IMSI', pattern: /\{14,15\}\$/, files: ['packages/schemas/src/inventory/imsi.ts'] },
  {
    name: 'the pattern of an ICCID',
    pattern: /\^89(?:\\d|\[0-9\])/,
    files: ['packages/schemas/src/inventory/iccid.ts'],
  },
  {
    name: 'the pattern of a number in E.164 form',
    pattern: /\[1-9\](?:\\d|\[0-9\])\{[67],14\}/,
    files: ['packages/schemas/src/inventory/msisdn.ts'],
  },
  {
    name: 'the pattern of a CNPJ',
    pattern: /\[0-9A-Z\]\{12\}\\d\{2\}\$/,
    files: [
      'packages/tax-documents/src/model/federal-tax-id.ts',
      // The rules of the authority are written from its manual, and not from the code that they check.
      'apps/partner-simulator/src/tax-authority/manual-rules.ts',
    ],
  },
  {
    name: 'the time zone of days',
    pattern: /America\/Sao_Paulo/,
    files: ['packages/schemas/src/values/time-zone.ts'],
  },
  {
    name: 'the sentence about a bad row',
    pattern: /Line \S+ is not valid: /,
    files: ['packages/schemas/src/inventory/import-file.ts'],
  },
  {
    name: 'the text of a cursor',
    pattern: /JSON\.(?:stringify|parse)\(.*base64url/,
    files: ['packages/http/src/cursor.ts'],
  },
  {
    name: 'the content that a webhook signs',
    pattern: /\$\{\w*\.?id\}\.\$\{\w*\.?timestamp\}\./,
    files: ['packages/sdk/src/webhooks/signed-content.ts'],
  },
  {
    name: 'the reader of Retry-After',
    pattern: /Date\.parse\(text\) - now/,
    files: ['packages/sdk/src/transport/retry-after.ts'],
  },
];

/** Finds the definitions of formats that stand in a source that is not the one for them. */
export function findSecondDefinitions(path: string, text: string) {
  return formats
    .filter(({ files }) => !files.includes(path))
    .flatMap(({ name, pattern, files: [file = ''] }) =>
      text.split('\n').flatMap((line, index) => (pattern.test(line) ? [{ line: index + 1, name, file }] : [])),
    );
}

/** The files that define a format, to be seen to do so. @internal */
export const definitions = formats.map(({ files: [file = ''], pattern }) => ({ file, pattern }));
