import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describeRun, markdownTable, replaceSection } from '../../../bench/src/all/report.ts'
import { root } from '../node.mjs'

const PAGE = path.join(root, 'docs/rig.md')

/** Prints a table and writes it between the marks of its section in docs/rig.md. The first row is the head. */
export async function report(rig, section, rows) {
  const text = `${await describeRun(rig.poolerUrl)}\n\n${markdownTable(rows)}`
  console.log(`\n${text}`)
  await writeFile(PAGE, replaceSection(await readFile(PAGE, 'utf8'), section, text))
}
