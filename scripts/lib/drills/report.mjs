import { readFile, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { markdownTable, replaceSection } from '../../../bench/src/all/report.ts'
import { root } from '../node.mjs'

const PAGE = path.join(root, 'docs/drills.md')

/** Prints what a drill has found and writes it between the marks of its section in docs/drills.md. */
export async function report(name, options, { rows, problems }) {
  const words = Object.entries(options).map(([option, value]) => `\`--${option} ${value}\``)
  const [cpu] = os.cpus()
  const about = `${new Date().toISOString().slice(0, 10)}, ${os.availableParallelism()} cores (${cpu?.model.trim() || 'unknown processor'}), load ${os.loadavg()[0].toFixed(0)} at the end, Node ${process.versions.node}. ${words.join(' ')}`
  const verdict =
    problems.length === 0 ? 'All is well.' : problems.map((problem) => `- ${problem}`).join('\n')
  const text = [about, markdownTable(rows), verdict].join('\n\n')
  console.log(`\n${text}`)
  await writeFile(PAGE, replaceSection(await readFile(PAGE, 'utf8'), name, text))
}

/** `12 × 503, 3 × no answer`. */
export const tallyText = (tally) =>
  [...tally]
    .toSorted(([, one], [, other]) => other - one)
    .map(([what, count]) => `${count} × ${what}`)
    .join(', ') || 'none'
