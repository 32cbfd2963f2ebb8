import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path/posix';
import { type EcmaScriptModule, type Program, parseSync, type StaticImport } from 'oxc-parser';

/** A source file, parsed. */
export interface Source {
  /** Its path from the folder that is measured. */
  readonly path: string;
  readonly text: string;
  readonly program: Program;
  readonly module: EcmaScriptModule;
}

export type Sources = ReadonlyMap<string, Source>;

const isTest = /\/test\/|\.test\.ts$/;
const isGenerated = /\/(?:generated|node_modules|dist)\//;

/** Reads the source files of a checkout: what a person writes, without tests. */
export function readSources(folder: string): Sources {
  const patterns = ['{apps,packages}/*/src/**', '{scripts,campaign,bench,deploy}/**'].map(
    (at) => `${at}/*.{ts,tsx,mjs}`,
  );
  const paths = globSync(patterns, { cwd: folder }).filter((path) => !isTest.test(path) && !isGenerated.test(path));
  return new Map(paths.toSorted().map((path) => [path, parse(folder, path)]));
}

function parse(folder: string, path: string): Source {
  const text = readFileSync(join(folder, path), 'utf8');
  const { program, module, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]?.message}`);
  return { path, text, program, module };
}

/** The file that an import names. Undefined for a package of others and for what is not measured. */
export function findImported(sources: Sources, from: string, target: string): string | undefined {
  const [, name, file] = /^@linework\/([\w-]+)\/(.+)$/.exec(target) ?? [];
  const bases = name ? [`packages/${name}/src/${file}`, `apps/${name}/src/${file}`] : [join(dirname(from), target)];
  const paths = bases.map(normalize).flatMap((base) => [base, `${base}.ts`, `${base}.tsx`]);
  return target.startsWith('.') || name ? paths.find((path) => sources.has(path)) : undefined;
}

/** The files that a file imports or exports from. */
export function listImports(sources: Sources, { path, module }: Source): readonly string[] {
  const exported = module.staticExports.flatMap(({ entries }) => entries.flatMap((entry) => entry.moduleRequest ?? []));
  const targets = [...module.staticImports.map((one: StaticImport) => one.moduleRequest), ...exported];
  return [...new Set(targets.flatMap(({ value }) => findImported(sources, path, value) ?? []))];
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string';

/** Every node of a syntax tree, the outer ones first. */
export function* walk(node: object): Generator<Node & Readonly<Record<string, unknown>>> {
  for (const value of Object.values(node).flat()) {
    if (!isNode(value)) continue;
    yield value as Node & Readonly<Record<string, unknown>>;
    yield* walk(value);
  }
}
