import { defineConfig } from '@playwright/test'
import journeys from '../playwright.config.ts'

/** Writes down the accessibility trees, on request: `playwright test -c e2e/trees/playwright.config.ts`. */
export default defineConfig({
  ...journeys,
  testDir: '.',
  globalSetup: '../global-setup.ts',
  outputDir: '../../.plinth/test/trees-run',
})
