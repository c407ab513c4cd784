import { TROUBLES, type Findings, type MediaReport, type Trouble } from './media-check.ts'

const NUMBER = new Intl.NumberFormat('en')
const TITLE_WIDTH = 52
const COUNT_WIDTH = 12
const AGAIN = 'The server makes again what is missing; that may take a while.'

/** The report as a command line prints it. */
export function reportText(report: MediaReport): string {
  const { files, objects, bytes, troubles, strangers, isRepaired, refusal } = report
  const groups = (Object.keys(TROUBLES) as Trouble[]).map((name): [string, Findings] => [
    TROUBLES[name].title + (isRepaired && TROUBLES[name].canRepair ? ' (repaired)' : ''),
    troubles[name],
  ])
  const lines = [
    line('Files', files),
    line('Objects', objects),
    line('Megabytes', Math.ceil(bytes / 1024 ** 2)),
    '',
    ...groups.map(([title, { count }]) => line(title, count)),
  ]
  const all: [string, Findings][] = [...groups, ['Objects not of Plinth, left alone', strangers]]
  for (const [title, findings] of all) lines.push(...listOf(title, findings))
  if (isRepaired && troubles.made.count > 0) lines.push('', AGAIN)
  if (refusal !== null) lines.push('', refusal)
  return lines.join('\n')
}

const line = (title: string, count: number): string =>
  title.padEnd(TITLE_WIDTH) + NUMBER.format(count).padStart(COUNT_WIDTH)

function listOf(title: string, { count, first }: Findings): string[] {
  if (count === 0) return []
  const more = count - first.length
  return [
    '',
    `${title}:`,
    ...first.map((one) => `  ${one}`),
    ...(more > 0 ? [`  … and ${NUMBER.format(more)} more`] : []),
  ]
}
