import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'server',
          include: ['{contract,server,sandbox}/**/*.test.ts'],
          globalSetup: ['server/test/global-setup.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
          pool: 'forks',
          // Many wait for jobs, children and the database; none leaves anything behind in its process.
          maxWorkers: 3,
          isolate: false,
        },
      },
      {
        test: { name: 'web', include: ['web/**/*.test.{ts,tsx}'] },
      },
      {
        test: { name: 'bench', include: ['bench/**/*.test.ts'] },
      },
      {
        test: { name: 'scripts', include: ['scripts/**/*.test.ts'], testTimeout: 60_000 },
      },
    ],
  },
})
