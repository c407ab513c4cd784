import ts from 'typescript'

/** A text in a source file, in the order it is written. */
export interface Prose {
  kind: 'text' | 'comment' | 'test name'
  line: number
  /** On one line. What code fills in reads `{name}`. */
  text: string
}

/** Attributes and properties whose strings nobody reads as words. */
const NAMES_FOR_MACHINES =
  /^(class(Name)?|classes|style|type|role|rel|href|src|srcSet|sizes|id|key|htmlFor|name|to|path|d|fill|stroke|transform|viewBox|method|operationId|format|pattern|autoComplete|inputMode|accept|target|variant|size|side|align|data-.*|aria-(live|current|haspopup|controls|labelledby|describedby|autocomplete|relevant|orientation))$/
/** Attributes that are read out or shown, however short they are. */
const NAMES_FOR_PEOPLE =
  /^(alt|title|label|placeholder|hint|summary|description|aria-(label|description|roledescription|valuetext))$/
/** Files that hold sentences alone, so that single words count, too. */
const TEXT_FILE = /(-texts|-emails|-sentence|\/sentences|\/refusals|-words)\.tsx?$/
/** Calls whose arguments are not words, such as `matchMedia('(min-width: 40em)')`. */
const CALLS_FOR_MACHINES =
  /(^|\.)(matchMedia|useMediaQuery|matches|closest|querySelector(All)?|getElementById|setHeader|header|set|has|get|ref|table|cx|twMerge|type|lit|raw|entity|\w+Format|toLocale\w+|localeCompare|includes|startsWith|endsWith|split|join|fetch)$/
const TAGS_FOR_MACHINES = /^(sql|css|String\.raw)/

/** Tags in a page that is written as a string; between them is what people read. */
const MARKUP = /<\/?[a-z!][^>]*>/i

/** Whether it says anything beside what code fills in. */
const hasWords = (text: string): boolean => /\p{L}{2}/u.test(text.replaceAll(/\{[^}]*\}/g, ''))

/** What people read in this file: strings that are sentences or labels, texts of JSX, comments and names of tests. */
export function proseOf(file: string, text: string): Prose[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const isTest = /\.(test|spec)\.tsx?$/.test(file)
  const found: Prose[] = []
  const add = (kind: Prose['kind'], at: number, words: string) => {
    const line = source.getLineAndCharacterOfPosition(at).line + 1
    for (const piece of words.split(MARKUP)) {
      const plain = piece.replaceAll(/\s+/g, ' ').trim()
      if (hasWords(plain)) found.push({ kind, line, text: plain })
    }
  }
  const visit = (node: ts.Node): void => {
    if (ts.isJsxText(node)) add('text', node.getStart(), unescapeHtml(node.text))
    else if (isString(node)) {
      const words = wordsOf(node)
      if (isTest && isTestName(node)) add('test name', node.getStart(), words)
      else if (!isTest && isRead(node, words, TEXT_FILE.test(file)))
        add('text', node.getStart(), words)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  for (const { pos, words } of commentsOf(source, text)) add('comment', pos, words)
  return found.toSorted((one, other) => one.line - other.line)
}

type StringNode = ts.StringLiteral | ts.NoSubstitutionTemplateLiteral | ts.TemplateExpression
const isString = (node: ts.Node): node is StringNode =>
  ts.isStringLiteral(node) ||
  ts.isNoSubstitutionTemplateLiteral(node) ||
  ts.isTemplateExpression(node)

/** The words of a string; each expression in it as a short name in braces. */
function wordsOf(node: StringNode): string {
  if (!ts.isTemplateExpression(node)) return node.text
  const spans = node.templateSpans.map(
    ({ expression, literal }) => `{${shortName(expression)}}${literal.text}`,
  )
  return node.head.text + spans.join('')
}

function shortName(node: ts.Expression): string {
  if (ts.isIdentifier(node)) return node.text
  if (ts.isPropertyAccessExpression(node)) return node.name.text
  if (ts.isCallExpression(node) && node.arguments[0] !== undefined)
    return shortName(node.arguments[0])
  return '…'
}

function isRead(node: StringNode, words: string, isTextFile: boolean): boolean {
  const { parent } = node
  if (ts.isImportDeclaration(parent) || ts.isExportDeclaration(parent)) return false
  if (ts.isLiteralTypeNode(parent) || ts.isExternalModuleReference(parent)) return false
  if (ts.isPropertyAssignment(parent) && parent.name === node) return false
  if (ts.isElementAccessExpression(parent) || ts.isCaseClause(parent)) return false
  if (ts.isBinaryExpression(parent) && isComparison(parent.operatorToken.kind)) return false
  if (ts.isTaggedTemplateExpression(parent) && TAGS_FOR_MACHINES.test(parent.tag.getText()))
    return false
  if (isForMachines(node)) return false
  const name = nameAround(node)
  if (name !== null && NAMES_FOR_MACHINES.test(name)) return false
  if (name !== null && NAMES_FOR_PEOPLE.test(name)) return true
  if (isTextFile) return !/^[a-z]+([_.:-][a-z]+)+$|^\(/.test(words)
  return MARKUP.test(words) || looksRead(words)
}

const isComparison = (kind: ts.SyntaxKind): boolean =>
  [
    ts.SyntaxKind.EqualsEqualsEqualsToken,
    ts.SyntaxKind.ExclamationEqualsEqualsToken,
    ts.SyntaxKind.InKeyword,
  ].includes(kind)

/** Whether it is an argument, or part of one, of a call that takes no words. */
function isForMachines(node: ts.Node): boolean {
  for (let at = node.parent; !ts.isSourceFile(at) && !ts.isStatement(at); at = at.parent) {
    if (
      (ts.isCallExpression(at) || ts.isNewExpression(at)) &&
      CALLS_FOR_MACHINES.test(at.expression.getText())
    )
      return true
    if (ts.isTaggedTemplateExpression(at) && TAGS_FOR_MACHINES.test(at.tag.getText())) return true
    if (ts.isJsxElement(at) || ts.isArrowFunction(at)) return false
  }
  return false
}

/** The attribute or property that a string is the value of, also through `a ? 'x' : 'y'`. */
function nameAround(node: ts.Node): string | null {
  let at = node.parent
  while (
    ts.isConditionalExpression(at) ||
    ts.isParenthesizedExpression(at) ||
    ts.isJsxExpression(at) ||
    ts.isAsExpression(at) ||
    ts.isBinaryExpression(at)
  )
    at = at.parent
  return ts.isJsxAttribute(at) || ts.isPropertyAssignment(at) ? at.name.getText() : null
}

/** A sentence or a label, as far as its shape tells: class names, SQL and addresses do not look like this. */
function looksRead(words: string): boolean {
  const plain = words.trim()
  if (/^[\p{Lu}\d“‘{].*[\p{Ll}].* /su.test(plain) && /[\p{Ll}\d]/u.test(plain))
    return !/[;{}]\s*$|=>|^\d+(px|rem|fr|%)|^--/.test(plain) || /\{\w+\}$/.test(plain)
  if (/^[\p{Lu}][\p{Ll}]+…?[.!?]?$/u.test(plain)) return !KEYS.test(plain)
  return /^\p{Ll}.* .*[.!?…]$/su.test(plain) && !/^(select|with|insert|update|delete) /.test(plain)
}

const KEYS =
  /^(Enter|Escape|Tab|Home|End|Backspace|Delete|Shift|Control|Alt|Meta|Space|Date|Error|Bearer|Basic|Accept|Cookie|Retry|Location|Image|Node|Text|Symbol)$/

/** Names of `it`, `test` and `describe`, also those with a table: `it.each([…])('…')`. */
const isTestName = ({ parent }: ts.Node): boolean =>
  ts.isCallExpression(parent) && /^(it|test|describe)\b/.test(parent.expression.getText())

const unescapeHtml = (text: string): string =>
  text.replaceAll('&apos;', "'").replaceAll('&nbsp;', ' ').replaceAll('&amp;', '&')

/** Comments with their lines joined: those of `//` that follow one another are one. */
function* commentsOf(source: ts.SourceFile, text: string) {
  const seen = new Set<number>()
  const ranges: ts.CommentRange[] = []
  const visit = (node: ts.Node): void => {
    const before = ts.getLeadingCommentRanges(text, node.getFullStart()) ?? []
    const after = ts.getTrailingCommentRanges(text, node.getEnd()) ?? []
    for (const range of [...before, ...after])
      if (!seen.has(range.pos)) {
        seen.add(range.pos)
        ranges.push(range)
      }
    if (!ts.isJsxText(node)) node.getChildren(source).forEach(visit)
  }
  visit(source)
  let open: { pos: number; end: number; words: string } | null = null
  for (const { pos, end, kind } of ranges.toSorted((one, other) => one.pos - other.pos)) {
    const words = text
      .slice(pos, end)
      .replaceAll(/^\s*(\/\*\*?|\*\/|\*|\/\/)|\*\/$/gm, '')
      .trim()
    const isLine = kind === ts.SyntaxKind.SingleLineCommentTrivia
    if (open !== null && isLine && /^\r?\n[ \t]*$/.test(text.slice(open.end, pos))) {
      open = { pos: open.pos, end, words: `${open.words} ${words}` }
      continue
    }
    if (open !== null) yield open
    open = isLine ? { pos, end, words } : null
    if (!isLine) yield { pos, words }
  }
  if (open !== null) yield open
}

/** The lines of a page in Markdown, without its blocks of code. */
export function linesOfPage(page: string): Prose[] {
  let isCode = false
  return page.split('\n').flatMap((text, at): Prose[] => {
    if (text.startsWith('```')) isCode = !isCode
    return isCode || text === '' ? [] : [{ kind: 'comment', line: at + 1, text }]
  })
}
