import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describeRun, markdownTable, replaceSection } from '../../../bench/src/all/report.ts'
import { root } from '../node.mjs'

const PAGE = path.join(root, 'docs/operations.md')

/** Prints what was tried and writes it between the marks of its section in docs/operations.md. */
export async function report(databaseUrl, section, rows) {
  const head = ['what', 'seconds', 'seen']
  const table = markdownTable([
    head,
    ...rows.map(([what, seconds, seen]) => [what, seconds?.toFixed(1) ?? '', seen]),
  ]).replace('| --- | --: | --: |', '| --- | --: | --- |')
  const text = `${await describeRun(databaseUrl)}\n\n${table}`
  console.log(`\n${text}`)
  await writeFile(PAGE, replaceSection(await readFile(PAGE, 'utf8'), section, text))
}
