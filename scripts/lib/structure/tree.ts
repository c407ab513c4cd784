import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import ts from 'typescript'

export const WORKSPACES = ['contract', 'server', 'web', 'sandbox', 'e2e', 'bench', 'scripts']

export type Kind = 'source' | 'style' | 'test' | 'example' | 'support' | 'generated' | 'migration' | 'fixture' | 'asset' // prettier-ignore

export interface SourceFile {
  /** The path from the root of the tree, with slashes. */
  path: string
  folder: string
  /** The base name without extensions: `post-routes` of `post-routes.test.ts`. */
  stem: string
  workspace: string
  kind: Kind
  lines: number
  text: string
  /** The files in the tree that it imports, each once, including type imports. */
  imports: readonly string[]
}

const CODE = /\.(tsx?|[cm]?js)$/

/** The kind of a file, by its path. */
export function kindOf(file: string): Kind {
  if (/(^|\/)migrations\//.test(file)) return 'migration'
  if (file === 'server/src/db/schema.ts') return 'generated'
  if (/(^|\/)(fixtures|corpus)\//.test(file)) return 'fixture'
  if (/\.(test|spec)\.tsx?$/.test(file)) return 'test'
  if (/\.example\.tsx?$/.test(file)) return 'example'
  if (/^(server|sandbox)\/test\//.test(file)) return 'support'
  if (CODE.test(file)) return 'source'
  return file.endsWith('.css') ? 'style' : 'asset'
}

/** Every file of the workspaces below this folder, by path. */
export function readTree(root: string, paths: readonly string[]): Map<string, SourceFile> {
  const known = new Set(paths)
  const ours = paths.filter((file) => WORKSPACES.includes(file.split('/')[0] ?? ''))
  return new Map(ours.map((file) => [file, readFile(root, file, known)]))
}

function readFile(root: string, file: string, known: ReadonlySet<string>): SourceFile {
  const kind = kindOf(file)
  // Pictures and videos are not read, because they have no lines.
  const isText = kind !== 'asset' || file.endsWith('.json')
  const text = isText ? readFileSync(path.join(root, file), 'utf8') : ''
  return {
    path: file,
    folder: path.posix.dirname(file),
    stem: path.posix.basename(file).split('.')[0] ?? '',
    workspace: file.split('/')[0] ?? '',
    kind,
    lines: text === '' ? 0 : text.split('\n').length - (text.endsWith('\n') ? 1 : 0),
    text,
    imports: CODE.test(file) ? importsOf(file, text, known) : [],
  }
}

function importsOf(file: string, text: string, known: ReadonlySet<string>): string[] {
  const named = ts.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => fileName)
  const targets = named.flatMap((name) => {
    if (name.startsWith('@plinth/contract/'))
      return [name.replace('@plinth/contract/', 'contract/src/')]
    return name.startsWith('.') ? [path.posix.join(path.posix.dirname(file), name)] : []
  })
  return [...new Set(targets)].filter((target) => known.has(target))
}

/** The files of a checkout that git tracks, or would track once they are added. */
export function listCheckout(root: string): string[] {
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  return git(root, list)
    .split('\0')
    .filter((file) => file !== '' && existsSync(path.join(root, file)))
    .toSorted()
}

/** Reads another revision from a temporary folder. */
export function readRevision(root: string, revision: string): Map<string, SourceFile> {
  const folder = mkdtempSync(path.join(tmpdir(), 'plinth-structure-'))
  try {
    const archive = path.join(folder, 'tree.tar')
    git(root, ['archive', `--output=${archive}`, revision])
    execFileSync('tar', ['-xf', archive, '-C', folder])
    const names = git(root, ['ls-tree', '-r', '-z', '--name-only', revision]).split('\0')
    return readTree(folder, names.filter(Boolean).toSorted())
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const git = (root: string, args: string[]): string =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 })
