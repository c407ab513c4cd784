import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { test } from '../people.ts'
import { MAIN_SCREENS, openScreen } from '../screens.ts'

const folder = path.resolve(import.meta.dirname, '../../.plinth/test/trees')

for (const { name } of MAIN_SCREENS) {
  test(`writes down the tree of ${name}`, async ({ page }) => {
    await openScreen(page, name)
    await mkdir(folder, { recursive: true })
    await writeFile(path.join(folder, `${name}.yml`), await page.locator('body').ariaSnapshot())
  })
}
