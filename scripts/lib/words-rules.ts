// Whether texts, comments, names of tests and pages of documentation keep to our words. `npm run check` runs this file.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { kindOf, listCheckout } from './structure/tree.ts'
import { linesOfPage, proseOf, type Prose } from './words/prose.ts'
import { findRetired } from './words/retired.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const CODE = /^(contract|server|web|sandbox|e2e|bench|scripts)\/.*\.(tsx?|mjs)$/
const PAGES = /^(docs\/[\w-]+|[A-Z]+)\.md$/
/** They name the retired words on purpose. */
const LISTS = /^(docs\/glossary\.md|scripts\/(lib\/words\/retired\.ts|words-rules\.test\.ts))$/

/** A sentence for every retired word in this file. */
export function findProblems(file: string, text: string): string[] {
  const prose: Prose[] = PAGES.test(file) ? linesOfPage(text) : proseOf(file, text)
  return prose.flatMap((one) =>
    findRetired(one).map(
      ({ word, say }) => `${file}:${one.line}: "${word}". Say: ${say}. In: ${shortened(one.text)}`,
    ),
  )
}

const shortened = (text: string): string => (text.length > 120 ? `${text.slice(0, 119)}…` : text)

/** Prints every retired word of the checkout and returns whether there are none. */
function check(): boolean {
  const problems = listCheckout(ROOT)
    .filter((file) => (CODE.test(file) || PAGES.test(file)) && !LISTS.test(file))
    .filter((file) => !['generated', 'fixture'].includes(kindOf(file)))
    .flatMap((file) => findProblems(file, readFileSync(path.join(ROOT, file), 'utf8')))
  for (const problem of problems) console.log(problem)
  return problems.length === 0
}

if (import.meta.main && !check()) process.exitCode = 1
