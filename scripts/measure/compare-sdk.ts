import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path/posix';
import { type Declaration, parseSync } from 'oxc-parser';

const entry = 'packages/sdk/src/main.ts';

/**
 * Two types are equal if the same values fit both; it does not matter where they are declared and how they are put
 * together. `Spell` makes the compiler print the names of a union.
 */
const text = (before: string, after: string, names: readonly string[]) => `
import type * as Old from '${before}';
import type * as New from '${after}';

type Open<T, Depth extends 1[] = []> = Depth['length'] extends 12
  ? T
  : T extends (...args: infer Args) => infer Result
    ? (...args: { [K in keyof Args]: Open<Args[K], [...Depth, 1]> }) => Open<Awaited<Result>, [...Depth, 1]>
    : T extends object
      ? { [K in keyof T]: Open<T[K], [...Depth, 1]> }
      : T;
type Equal<A, B> = (<T>() => T extends Open<A> ? 1 : 2) extends <T>() => T extends Open<B> ? 1 : 2 ? true : false;
type Unshared<A, B> = Exclude<keyof A | keyof B, keyof A & keyof B>;
type Changed<A, B> = { [K in keyof A & keyof B]: Equal<A[K], B[K]> extends true ? never : K }[keyof A & keyof B];
type Difference<A, B> = Unshared<A, B> | Changed<A, B>;
type Methods<A, B> = {
  [K in keyof A & keyof B]: \`\${K & string}.\${Difference<A[K], B[K]> & string}\`;
}[keyof A & keyof B];
type Spell<Name> = Name extends string ? \`SDK: \${Name}\` : never;

interface OldTypes { ${names.map((name) => `'${name}': Old.${name};`).join(' ')} }
interface NewTypes { ${names.map((name) => `'${name}': New.${name};`).join(' ')} }
export const types: Spell<Difference<OldTypes, NewTypes>> = 0;
export const methods: Spell<Methods<Old.Linework, New.Linework> | Unshared<Old.Linework, New.Linework>> = 0;
export const values: Spell<Unshared<typeof Old, typeof New>> = 0;
`;

/** Compares what the SDK exports in two checkouts: its types, and the arguments and results of its methods. */
export function compareSdk(before: string, after: string): readonly string[] {
  const [old, current] = [before, after].map((folder) => listTypes(folder, entry));
  const names = [...(old ?? [])].filter((name) => current?.has(name));
  const folder = '.local/measure';
  mkdirSync(folder, { recursive: true });
  const [oldEntry = '', newEntry = ''] = [before, after].map((one) => `./${relative(folder, join(one, entry))}`);
  writeFileSync(
    `${folder}/compare-sdk.ts`,
    text(
      oldEntry,
      newEntry,
      names.filter((name) => name !== 'Linework'),
    ),
  );
  const options = {
    extends: '../../tsconfig.base.json',
    compilerOptions: { noErrorTruncation: true },
    files: ['compare-sdk.ts'],
  };
  writeFileSync(`${folder}/tsconfig.json`, JSON.stringify(options));
  const { stdout } = spawnSync('tsc', ['-p', folder, '--pretty', 'false'], { encoding: 'utf8' });
  return [
    ...[...(old ?? [])].filter((name) => !current?.has(name)).map((name) => `SDK: ${name} is gone`),
    ...[...(current ?? [])].filter((name) => !old?.has(name)).map((name) => `SDK: ${name} is new`),
    ...readErrors(stdout),
  ];
}

/** `0` fits `never` as little as any name, so that there are three errors if all is equal. */
function readErrors(output: string): readonly string[] {
  const errors = output.split('\n').filter((line) => line.includes('error TS'));
  const assigned = errors.flatMap((line) => /Type '0' is not assignable to type '(.*)'\./.exec(line)?.[1] ?? []);
  const others = errors.filter((line) => !line.includes("Type '0' is not assignable"));
  const names = assigned.filter((type) => type !== 'never').flatMap((type) => type.split(' | '));
  if (assigned.length !== 3) throw new Error(`The types of the SDK cannot be compared:\n${errors.join('\n')}`);
  return [...others, ...names.map((name) => `${name.replaceAll('"', '')} is another type`)];
}

/**
 * The types that a file exports, with those of the files that it exports from. Types with parameters are compared where
 * they are used.
 */
function listTypes(folder: string, path: string): ReadonlySet<string> {
  const { module, program } = parseSync(path, readFileSync(join(folder, path), 'utf8'));
  const declared = program.body.flatMap((one) =>
    one.type === 'ExportNamedDeclaration' && one.declaration ? nameOfType(one.declaration) : [],
  );
  const reexported = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ exportName, moduleRequest, importName }) => {
      if (!moduleRequest) return [];
      const names = listTypes(folder, join(dirname(path), moduleRequest.value));
      return exportName.name === null ? [...names] : names.has(importName.name ?? '') ? [exportName.name] : [];
    }),
  );
  return new Set([...declared, ...reexported]);
}

function nameOfType(one: Declaration): readonly string[] {
  const isType = ['TSInterfaceDeclaration', 'TSTypeAliasDeclaration', 'ClassDeclaration'].includes(one.type);
  return isType && 'id' in one && one.id && 'name' in one.id && !('typeParameters' in one && one.typeParameters)
    ? [one.id.name]
    : [];
}
