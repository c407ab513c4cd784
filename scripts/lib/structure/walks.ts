/**
 * Walks from a press to the database and back, station by station, as the code runs them; `scripts/walks.json` lists
 * them. A station is a file of ours that decides, changes, sends, keeps or says something on its walk.
 *
 * Left out, as every walk has them: texts, looks (components that only draw), the contract's building blocks, errors,
 * ids and formats, the look-up of the session, the job queue, the database's pool, types without code, migrations, and
 * what is outside (npm packages, the browser, PostgreSQL, the card provider). A branch that another file of the same
 * kind would take instead (a film instead of a picture, Redis instead of PostgreSQL) counts once.
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
  /** Base name, so that a file that moves to another folder keeps its place; with folders where two share one. */
  file: string
  /** What runs or is read there; left out where a process of its own runs the file. */
  runs: string | undefined
  /** How it is reached where no earlier station imports it: an endpoint, job, event, table or handler, as in the code. */
  over: string | undefined
}

export interface FollowedWalk {
  name: string
  /** Each file once, in the order in which the walk first comes to it. */
  files: string[]
  /** Why the list of stations is not true of this tree; empty when it is. */
  problems: string[]
}

/**
 * Follows every walk through a tree. A station counts when its file is there, exports the name that runs on the walk,
 * and is reached: imported by an earlier station, or over the link that it names, whose word both ends contain.
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

/** By base name, or by the end of its path where two files share one. */
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
