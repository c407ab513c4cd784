import { defineConfig } from '@playwright/test'
import journeys from '../playwright.config.ts'

/** Takes the pictures for the documentation, on request: `playwright test -c e2e/walkthrough/playwright.config.ts`. */
export default defineConfig({
  ...journeys,
  testDir: '.',
  globalSetup: '../global-setup.ts',
  outputDir: '../../.plinth/test/walkthrough',
  timeout: 600_000,
})
