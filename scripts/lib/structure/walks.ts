/**
 * A walk follows an action from a click to the database and back, file by file. `scripts/walks.json` lists the walks. A
 * station is a file of ours that decides, changes, sends, stores or shows something on the way.
 *
 * Walks leave out what all of them share: texts, purely visual components, the contract's building blocks, errors, ids
 * and formats, the session lookup, the job queue, the database pool, types without code, migrations, and everything
 * outside (npm packages, the browser, PostgreSQL, the card provider). Of alternatives of the same kind (video or
 * picture, Redis or PostgreSQL) only one is listed.
 */
import ts from 'typescript'
import type { SourceFile } from './tree.ts'

export const WALKS_FILE = 'scripts/walks.json'

/** `walks` by name, each station as `FILE NAME over LINK`, or `then PART` for stations that several walks share. */
export interface WalkList {
  parts: Record<string, string[]>
  walks: Record<string, string[]>
}

interface Station {
  /** The base name, so that moving a file does not matter; with folders if two files share it. */
  file: string
  /** The export that runs or is read; left out if a process of its own runs the file. */
  runs: string | undefined
  /** The word in the code that connects it if no earlier station imports it: an endpoint, job, event, table or handler. */
  over: string | undefined
}

export interface FollowedWalk {
  name: string
  /** Each file once, in the order in which the walk reaches it. */
  files: string[]
  /** Where the list of stations does not match this tree; empty if it does. */
  problems: string[]
}

/**
 * Follows every walk through a tree. A station counts if its file exists, exports the name, and is reached: an earlier
 * station imports it, or both contain the word of the link.
 */
export function followWalks(
  tree: ReadonlyMap<string, SourceFile>,
  { parts, walks }: WalkList,
): FollowedWalk[] {
  const byName = new Map<string, SourceFile[]>()
  for (const file of tree.values()) {
    const name = file.path.split('/').at(-1) ?? ''
    byName.set(name, [...(byName.get(name) ?? []), file])
  }
  return Object.entries(walks).map(([name, lines]) => {
    const stations = lines.flatMap((line) => {
      const [, part] = /^then (\w+)$/.exec(line) ?? []
      return part === undefined ? [line] : (parts[part] ?? [])
    })
    return followWalk(name, stations.map(readStation), byName)
  })
}

function readStation(line: string): Station {
  const [, file = line, runs, over] = /^(\S+)(?: (?!over )(\S+))?(?: over (\S+))?$/.exec(line) ?? []
  return { file, runs, over }
}

function followWalk(
  name: string,
  stations: readonly Station[],
  byName: ReadonlyMap<string, SourceFile[]>,
): FollowedWalk {
  const passed = new Map<string, SourceFile>()
  const problems: string[] = []
  for (const [index, station] of stations.entries()) {
    const file = findFile(station, byName)
    if (typeof file === 'string') {
      problems.push(file)
      continue
    }
    const problem = index === 0 ? null : problemOfLink(station, file, [...passed.values()])
    if (problem !== null) problems.push(problem)
    if (station.runs !== undefined && !exportsName(file, station.runs))
      problems.push(`${station.file} does not export ${station.runs}.`)
    passed.set(file.path, file)
  }
  return { name, files: [...passed.keys()], problems }
}

/** Finds a file by its base name, or by the end of its path if two files share that. */
function findFile(
  { file }: Station,
  byName: ReadonlyMap<string, SourceFile[]>,
): SourceFile | string {
  const named = byName.get(file.split('/').at(-1) ?? '') ?? []
  const [found, ...others] = named.filter(({ path }) => `/${path}`.endsWith(`/${file}`))
  if (found === undefined) return `There is no ${file}.`
  if (others.length > 0) return `${file} is the name of ${others.length + 1} files.`
  return found
}

function problemOfLink(
  { file: name, over }: Station,
  file: SourceFile,
  passed: readonly SourceFile[],
): string | null {
  if (over === undefined) {
    return passed.some(({ imports }) => imports.includes(file.path))
      ? null
      : `No earlier station imports ${name}.`
  }
  if (!file.text.includes(over)) return `${name} does not contain its link "${over}".`
  return passed.some(({ text }) => text.includes(over))
    ? null
    : `No earlier station contains "${over}", by which ${name} is reached.`
}

function exportsName(file: SourceFile, name: string): boolean {
  const source = ts.createSourceFile(file.path, file.text, ts.ScriptTarget.Latest)
  return source.statements.some((statement) => {
    if (ts.isExportDeclaration(statement)) return statement.getText(source).includes(name)
    if (!ts.canHaveModifiers(statement)) return false
    const isExported = ts
      .getModifiers(statement)
      ?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)
    return isExported === true && declaredNames(statement).includes(name)
  })
}

function declaredNames(statement: ts.Statement): string[] {
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.flatMap(({ name }) => namesIn(name))
  const isNamed = ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement)
  return isNamed && statement.name !== undefined ? [statement.name.text] : []
}

const namesIn = (name: ts.BindingName): string[] =>
  ts.isIdentifier(name)
    ? [name.text]
    : name.elements.flatMap((element) =>
        ts.isBindingElement(element) ? namesIn(element.name) : [],
      )
