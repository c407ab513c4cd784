import path from 'node:path'
import ts from 'typescript'

const root = path.resolve(import.meta.dirname, '../../..')

/** An `sql` template in the source: a whole statement or a part of one. */
export interface Template {
  /** `server/src/db/locks.ts takeLock` */
  at: string
  /** Its text without the inserted values. */
  text: string
  /** The declared row or value type, from `sql<Row>` or from the `RawBuilder<Row>` it is returned as. */
  claim: ts.Type | undefined
  /** The declared type is a type parameter, so a row has at least the fields of its constraint. */
  isGeneric: boolean
  /** It starts like a statement. A part of one may do so, too. */
  isStatement: boolean
}

/** A function that a module exports, with its parameters and its return type. */
export interface Callable {
  at: string
  name: string
  takes: ts.Type[]
  answers: ts.Type
}

export interface Module {
  file: string
  templates: Template[]
  callables: Callable[]
}

export interface Program {
  checker: ts.TypeChecker
  modules: Module[]
  /** For each table of `schema.ts` the type of a selected row. */
  tables: Map<string, ts.Type>
}

/** The fixed parts of a template, by which it is matched with the statement that Kysely makes of it. */
export const textOf = (pieces: readonly string[]): string => pieces.join('${}')

/** Loads these files with the TypeScript compiler. */
export function readModules(files: string[]): Program {
  const host = {
    ...ts.sys,
    onUnRecoverableConfigFileDiagnostic: ({ messageText }: ts.Diagnostic) => {
      throw new Error(ts.flattenDiagnosticMessageText(messageText, ' '))
    },
  }
  const config = ts.getParsedCommandLineOfConfigFile(path.join(root, 'tsconfig.json'), {}, host)
  const program = ts.createProgram(files, config?.options ?? {})
  const checker = program.getTypeChecker()
  const modules = files.map((file) => {
    const source = program.getSourceFile(file)
    if (source === undefined) throw new Error(`${file} was not read`)
    return {
      file,
      templates: templatesOf(source, checker),
      callables: callablesOf(source, checker),
    }
  })
  return { checker, modules, tables: tablesOf(program, checker) }
}

function tablesOf(program: ts.Program, checker: ts.TypeChecker): Map<string, ts.Type> {
  const source = program.getSourceFile(path.join(root, 'server/src/db/schema.ts'))
  const module = source && checker.getSymbolAtLocation(source)
  const tables = module?.exports?.get(ts.escapeLeadingUnderscores('DB'))
  if (tables === undefined) throw new Error('schema.ts without its tables')
  return new Map(
    checker
      .getPropertiesOfType(checker.getDeclaredTypeOfSymbol(tables))
      .map((table) => [table.name, checker.getTypeOfSymbol(table)]),
  )
}

function templatesOf(source: ts.SourceFile, checker: ts.TypeChecker): Template[] {
  const templates: Template[] = []
  const visit = (node: ts.Node, within: string): void => {
    if (ts.isTaggedTemplateExpression(node) && node.tag.getText(source) === 'sql') {
      const text = textOf(piecesOf(node.template))
      const declared = resultOf(checker.getTypeAtLocation(node), checker)
      const isGeneric =
        declared !== undefined && (declared.flags & ts.TypeFlags.TypeParameter) !== 0
      const claim = isGeneric ? checker.getBaseConstraintOfType(declared) : declared
      templates.push({
        at: `${path.relative(root, source.fileName)} ${within}`,
        text,
        claim,
        isGeneric,
        isStatement: BEGINS_STATEMENT.test(text),
      })
    }
    const name = nameOf(node)
    ts.forEachChild(node, (child) => visit(child, within === '' ? name : within))
  }
  visit(source, '')
  return templates
}

const BEGINS_STATEMENT =
  /^\s*(?:with|select|insert|update|delete|merge|declare|fetch|close|alter|truncate|vacuum|set|lock|refresh|notify)\s/i

function nameOf(node: ts.Node): string {
  const isNamed = ts.isFunctionDeclaration(node) || ts.isVariableDeclaration(node)
  return isNamed && node.name !== undefined && ts.isIdentifier(node.name) ? node.name.text : ''
}

function piecesOf(template: ts.TemplateLiteral): string[] {
  return ts.isNoSubstitutionTemplateLiteral(template)
    ? [template.text]
    : [template.head.text, ...template.templateSpans.map(({ literal }) => literal.text)]
}

/** Whether a type is a `RawBuilder`, a statement or a part of one, or a `Bound` statement with its values. */
export const isStatement = (type: ts.Type): boolean =>
  ['RawBuilder', 'Bound'].includes(type.symbol?.name ?? '')

/** The `Row` of a `RawBuilder<Row>` or `Bound<Row>`; undefined for other types and for `unknown`. */
export function resultOf(type: ts.Type, checker: ts.TypeChecker): ts.Type | undefined {
  if (!isStatement(type)) return undefined
  const [row] = checker.getTypeArguments(type as ts.TypeReference)
  return row === undefined || (row.flags & ts.TypeFlags.Unknown) !== 0 ? undefined : row
}

function callablesOf(source: ts.SourceFile, checker: ts.TypeChecker): Callable[] {
  const symbol = checker.getSymbolAtLocation(source)
  const exported = symbol === undefined ? [] : checker.getExportsOfModule(symbol)
  return exported
    .filter(({ valueDeclaration }) => valueDeclaration !== undefined)
    .flatMap((value) => {
      const [signature] = checker.getTypeOfSymbol(value).getCallSignatures()
      if (signature === undefined) return []
      return {
        at: `${path.relative(root, source.fileName)} ${value.name}`,
        name: value.name,
        takes: signature.getParameters().map((one) => checker.getTypeOfSymbol(one)),
        answers: signature.getReturnType(),
      }
    })
}
