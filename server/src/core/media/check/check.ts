import { abandonedFiles, makeTempFolder } from '../../../gateways/files.ts'
import { createStaging } from '../../uploads/create.ts'
import { checkedDeliveries } from './deliveries.ts'
import { entries, readAgain } from './entries.ts'
import { removeTemporary, repairDelivery, repairFile, type RepairDeps } from './repair.ts'
import { judge, type Entry, type Verdict } from './check-rules.ts'

/** What may be wrong, and whether it can be repaired. */
export const PROBLEMS = {
  originals: { title: 'Originals missing or incomplete', canRepair: false },
  made: { title: 'Renditions missing', canRepair: true },
  captions: { title: 'Captions missing', canRepair: true },
  figures: { title: 'Files whose renditions have no figures', canRepair: true },
  orphans: { title: 'Objects without a file', canRepair: true },
  temporary: { title: 'Temporary files left behind', canRepair: true },
  uploads: { title: 'Unfinished uploads left behind', canRepair: true },
} as const
export type Problem = keyof typeof PROBLEMS

const SHOWN = 20

interface Findings {
  count: number
  /** The first of them, as ids and names. */
  first: string[]
}

export interface MediaReport {
  /** Number of rows. */
  files: number
  objects: number
  bytes: number
  problems: Record<Problem, Findings>
  /** Objects that are not named like Plinth's. They are left alone. */
  unknown: Findings
  /** Everything that can be repaired was repaired. */
  isRepaired: boolean
  /** Why nothing was repaired although it was requested. */
  refusal: string | null
}

/**
 * Compares the database with the store, and finds objects that are missing and objects that should not be there. The
 * server may keep running, so anything that looks wrong is read twice. A repair reads everything once more, because only
 * a full first pass shows that database and store belong together.
 */
export async function checkMedia(
  deps: RepairDeps,
  { repair }: { repair: boolean },
): Promise<MediaReport> {
  const report = await runCheck(deps, false)
  if (!repair) return report
  const refusal = refusalOf(report)
  return refusal === null ? runCheck(deps, true) : { ...report, refusal }
}

/** Whether nothing is left to repair. */
export const isHealthy = ({ problems, isRepaired }: MediaReport): boolean =>
  Object.entries(PROBLEMS).every(
    ([name, { canRepair }]) => problems[name as Problem].count === 0 || (isRepaired && canRepair),
  )

/** Refuses a repair when database and store seem to belong to different installations: everything would look lost. */
function refusalOf({ files, objects, problems }: MediaReport): string | null {
  if (problems.orphans.count * 2 > objects) {
    return 'More than half of all objects belong to no file: this may be the database of another Plinth. Nothing was repaired.'
  }
  if (problems.originals.count * 2 > files) {
    return 'More than half of all originals are missing: this may be the store of another Plinth. Nothing was repaired.'
  }
  return null
}

async function runCheck(deps: RepairDeps, isRepaired: boolean): Promise<MediaReport> {
  const report = newReport(isRepaired)
  for await (const found of entries(deps, (key) => note(report.unknown, key))) {
    report.files += found.row === null ? 0 : 1
    for (const { bytes } of [...found.originals, ...found.made]) {
      report.objects += 1
      report.bytes += bytes
    }
    const [entry, verdict] = await judgeTwice(deps, found)
    noteFile(report, entry, verdict)
    if (isRepaired) await repairFile(deps, entry, verdict)
  }
  await checkDeliveries(deps, report)
  await checkLeftovers(deps, report)
  return report
}

async function judgeTwice(deps: RepairDeps, found: Entry): Promise<[Entry, Verdict]> {
  const verdict = judge(found, Date.now())
  const { isOriginalLost, areCaptionsLost, lost, orphans } = verdict
  const isSuspicious = isOriginalLost || areCaptionsLost || lost.length + orphans.length > 0
  if (!isSuspicious) return [found, verdict]
  const entry = await readAgain(deps, found)
  return [entry, judge(entry, Date.now())]
}

function noteFile({ problems }: MediaReport, { id }: Entry, verdict: Verdict): void {
  if (verdict.isOriginalLost) note(problems.originals, id)
  for (const name of verdict.lost) note(problems.made, `${id} ${name}`)
  if (verdict.areCaptionsLost) note(problems.captions, id)
  if (verdict.unrecorded.length > 0) note(problems.figures, id)
  for (const key of verdict.orphans) note(problems.orphans, key)
}

async function checkDeliveries(deps: RepairDeps, report: MediaReport): Promise<void> {
  const { problems, unknown, isRepaired } = report
  for await (const [entry, verdict] of checkedDeliveries(deps, (key) => note(unknown, key))) {
    report.files += entry.row === null ? 0 : 1
    report.objects += entry.objects.length
    for (const { bytes } of entry.objects) report.bytes += bytes
    if (verdict.isLost) note(problems.originals, entry.id)
    if (verdict.isPreviewLost) note(problems.made, `${entry.id} preview`)
    if (verdict.isProofLost) note(problems.made, `${entry.id} proof`)
    for (const key of verdict.orphans) note(problems.orphans, key)
    if (isRepaired) await repairDelivery(deps, entry, verdict)
  }
}

/** Finds what dead processes and ended uploads have left behind. */
async function checkLeftovers(
  deps: RepairDeps,
  { problems, isRepaired }: MediaReport,
): Promise<void> {
  const { dataDir } = deps.env
  await makeTempFolder(dataDir)
  for (const file of await abandonedFiles(dataDir)) {
    note(problems.temporary, file)
    if (isRepaired) await removeTemporary(file)
  }
  for await (const { name, remove } of createStaging(deps).leftovers()) {
    note(problems.uploads, name)
    if (isRepaired) await remove()
  }
}

const nothing = (): Findings => ({ count: 0, first: [] })

function newReport(isRepaired: boolean): MediaReport {
  return {
    files: 0,
    objects: 0,
    bytes: 0,
    problems: {
      originals: nothing(),
      made: nothing(),
      captions: nothing(),
      figures: nothing(),
      orphans: nothing(),
      temporary: nothing(),
      uploads: nothing(),
    },
    unknown: nothing(),
    isRepaired,
    refusal: null,
  }
}

function note(findings: Findings, what: string): void {
  findings.count += 1
  if (findings.first.length < SHOWN) findings.first.push(what)
}

const NUMBER = new Intl.NumberFormat('en')
const TITLE_WIDTH = 52
const COUNT_WIDTH = 12
const AGAIN = 'The server makes the missing files again. This may take a while.'

/** The report as a command line prints it. */
export function reportText(report: MediaReport): string {
  const { files, objects, bytes, problems, unknown, isRepaired, refusal } = report
  const groups = (Object.keys(PROBLEMS) as Problem[]).map((name): [string, Findings] => [
    PROBLEMS[name].title + (isRepaired && PROBLEMS[name].canRepair ? ' (repaired)' : ''),
    problems[name],
  ])
  const lines = [
    line('Files', files),
    line('Objects', objects),
    line('Megabytes', Math.ceil(bytes / 1024 ** 2)),
    '',
    ...groups.map(([title, { count }]) => line(title, count)),
  ]
  const all: [string, Findings][] = [
    ...groups,
    ['Objects that aren’t Plinth’s, left alone', unknown],
  ]
  for (const [title, findings] of all) lines.push(...listOf(title, findings))
  if (isRepaired && problems.made.count > 0) lines.push('', AGAIN)
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
