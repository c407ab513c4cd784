import { defineConfig } from '@playwright/test'
import journeys from '../playwright.config.ts'

/** Pictures for the documentation, made by hand: `playwright test -c e2e/walkthrough/playwright.config.ts`. */
export default defineConfig({
  ...journeys,
  testDir: '.',
  globalSetup: '../global-setup.ts',
  outputDir: '../../.plinth/test/walkthrough',
  timeout: 600_000,
})
