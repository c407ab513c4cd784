import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { ON_OLDEST } from './scripts/lib/oldest.ts'

/** More than there are cores: many tests wait for jobs, children and the database. */
const WORKERS = 3

/**
 * Those of ten seconds and more go first, as others would end long before one that begins last. Between two that make
 * pictures and films stand some that wait, so that they do not starve each other.
 */
const LONG = [
  'limits/connections',
  'production-start',
  'search-plans',
  'media-malformed',
  'portfolio-plans',
  'project-sequences',
  'mail',
  'project-survival',
  'for-you-plans',
  'authorization-content',
  'demo/demo',
  'home-plans',
  'post-plans',
  'hostile-input',
  'src/fuzz',
  'media-location',
  'operating',
  'message-survival',
  'admin-lists-plans',
  'secrets',
  'subscription',
  'live-messages',
  'statements',
  'portfolio-share',
  's3',
  'authorization-rights',
  'several-servers',
  'tracing',
  'live-processes',
  'message-secrets',
  'embedded',
  'media-kinds',
  'project-plans',
  'portfolio-write',
  'follow-plans',
  'notification-plans',
  'audio',
  'media-failures',
  'upload-cut',
  'media-video',
  'video-errors',
  'portfolio-kinds',
  'counts',
  'purging',
]

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const at = LONG.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`))
      return at === -1 ? LONG.length : at
    }
    const sorted = await super.sort(files)
    // The scripts' install waits for disk and network most of the time: at the end everybody would wait for it.
    const projects = [...new Set(['scripts', ...sorted.map(({ project }) => project.name)])]
    return sorted.toSorted(
      (a, b) =>
        projects.indexOf(a.project.name) - projects.indexOf(b.project.name) || rank(a) - rank(b),
    )
  }
}

// None leaves anything behind in its process: workers go on from file to file with what they have loaded.
const shared = {
  pool: 'forks',
  isolate: false,
  maxWorkers: WORKERS,
  // A busy machine may stop a process for longer than Vitest's own limit of a second.
  expect: { poll: { timeout: 10_000 } },
} as const

const server = (name: string, postgres: string, include: string[]) => ({
  test: {
    ...shared,
    name,
    include,
    globalSetup: ['server/test/global-setup.ts'],
    env: { TEST_POSTGRES: postgres },
    // Programs are started for each step, thousands for all the broken files.
    testTimeout: process.env.TEST_VIDEO === 'system' ? 900_000 : 120_000,
    hookTimeout: 120_000,
  },
})

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      server('server', process.env.TEST_POSTGRES ?? '18', [
        '{contract,server,sandbox}/**/*.test.ts',
      ]),
      // The oldest one we support, in the same run, so that neither waits for the other's last file.
      ...(process.env.TEST_OLDEST === 'too'
        ? [server('server-15', '15', Object.values(ON_OLDEST).flat())]
        : []),
      { test: { ...shared, name: 'web', include: ['web/**/*.test.{ts,tsx}'] } },
      { test: { ...shared, name: 'bench', include: ['bench/**/*.test.ts'] } },
      {
        test: {
          ...shared,
          name: 'scripts',
          include: ['scripts/**/*.test.ts'],
          testTimeout: 120_000,
        },
      },
    ],
  },
})
