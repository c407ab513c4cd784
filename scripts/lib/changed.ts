import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

export interface Plan {
  /** A file that everything stands on, if one changed. The rest of the plan is then empty. */
  everythingFor: string | null
  /** Sources whose importers are tested, as Vitest finds them. */
  sources: string[]
  /** Projects of Vitest that run whole, because no import leads from them to what changed. */
  projects: string[]
  /** Names of journeys, or all of them. */
  journeys: string[] | 'all'
}

/** What runs everything: the ground that both sides share, and what installs, builds, checks and tests them. */
const GROUND = new RegExp(
  [
    '^(contract|scripts|sandbox|\\.ci)/',
    '^server/src/db/migrations/',
    '^server/test/(global-setup|cluster-folder)\\.ts$',
    '^([\\w-]+/)?(package|tsconfig[\\w.]*)\\.json$',
    '^(package-lock\\.json|vitest\\.config\\.ts|knip\\.json)$',
    '^\\.(npmrc|oxlintrc\\.json|oxfmtrc\\.json|dependency-cruiser\\.cjs)$',
  ].join('|'),
)
const TEST = /\.test\.tsx?$/
const CODE = /\.tsx?$/
const READS_PAGES = 'scripts/docs.test.ts'
/** Started as processes and threads of their own, so that nothing imports them. */
const STARTED = /(^|\/)main\.ts$|-(child|thread|process|server)\.ts$/

/** Names of journeys by the folders on which they stand. A folder that is not named belongs to all. */
export type JourneysOf = Readonly<Record<string, readonly string[]>>

export function readJourneysOf(root: string): JourneysOf {
  return JSON.parse(readFileSync(path.join(root, 'e2e/journeys.json'), 'utf8')) as JourneysOf
}

/** Decides what these changed files can touch. */
export function planFor(files: readonly string[], journeysOf: JourneysOf): Plan {
  const plan = { sources: new Set<string>(), projects: new Set<string>() }
  const journeys = new Set<string>()
  let isAll = false
  for (const file of files) {
    if (GROUND.test(file) && !TEST.test(file)) {
      return { everythingFor: file, sources: [], projects: [], journeys: [] }
    }
    const [side = ''] = file.split('/')
    if (CODE.test(file)) plan.sources.add(file)
    if (file.endsWith('.md')) plan.sources.add(READS_PAGES)
    // Texts, fixtures and pictures are read, not imported.
    if (['server', 'web', 'bench'].includes(side) && (!CODE.test(file) || STARTED.test(file))) {
      plan.projects.add(side)
    }
    const touched = journeysFor(file, journeysOf)
    if (touched === 'all') isAll = true
    else for (const name of touched) journeys.add(name)
  }
  return {
    everythingFor: null,
    sources: [...plan.sources].toSorted(),
    projects: [...plan.projects].toSorted(),
    journeys: isAll ? 'all' : [...journeys].toSorted(),
  }
}

function journeysFor(file: string, journeysOf: JourneysOf): readonly string[] | 'all' {
  const [, own] = /^e2e\/journeys\/([\w-]+)\.spec\.ts$/.exec(file) ?? []
  if (own !== undefined) return [own]
  const isShown = /^(server\/(src|seeds|legal)|web|e2e)\//.test(file)
  if (!isShown || TEST.test(file) || /^e2e\/(trees|walkthrough)\//.test(file)) return []
  const folder = Object.keys(journeysOf).find((one) => file.startsWith(`${one}/`))
  return folder === undefined ? 'all' : (journeysOf[folder] ?? [])
}

/** Files that differ from a revision, also new ones and deleted ones; undefined if there is no such revision. */
export function changedSince(root: string, revision: string): string[] | undefined {
  const git = (...args: string[]) => spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  // What was committed on the other branch meanwhile is not our change.
  const base = git('merge-base', revision, 'HEAD')
  if (base.status !== 0) return undefined
  const differing = git('diff', '--name-only', '--no-renames', base.stdout.trim())
  const added = git('ls-files', '--others', '--exclude-standard')
  const lines = `${differing.stdout}\n${added.stdout}`.split('\n')
  return [...new Set(lines.filter((line) => line !== ''))].toSorted()
}

/** Those that are still there. */
export const present = (root: string, files: readonly string[]): string[] =>
  files.filter((file) => existsSync(path.join(root, file)))
