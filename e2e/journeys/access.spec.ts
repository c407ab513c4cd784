import { expect, test } from '@playwright/test'
import { expectAccessibleAtBothWidths, expectStill } from '../accessibility.ts'
import { plinthUrl, seeWall, signInAs } from '../people.ts'

test('visitors’ screens are accessible', async ({ page }) => {
  const heading = page.getByRole('heading', { level: 1 })
  await page.goto(plinthUrl())
  await expect(heading).toBeVisible()
  await expectAccessibleAtBothWidths(page, 'landing')
  await page.goto(`${plinthUrl()}/nowhere`)
  await expect(heading).toBeVisible()
  await expectAccessibleAtBothWidths(page, 'not found')
  await page.goto(`${plinthUrl()}/api/login`)
  await expect(heading).toBeVisible()
  await expectAccessibleAtBothWidths(page, 'sandbox sign-in')
  await page.getByRole('link', { name: 'Create account' }).first().click()
  await expect(page.getByLabel('First name')).toBeVisible()
  await expectAccessibleAtBothWidths(page, 'sandbox sign-up')
})

test('members’ screens and open dialogs are accessible', async ({ page }) => {
  await signInAs(page, 'Marit', { path: '/' })
  await seeWall(page)
  await expectAccessibleAtBothWidths(page, 'home')
  await page.goto(`${plinthUrl()}/?q=zzqxv`)
  await expect(page.getByText('No works found')).toBeVisible()
  await expectAccessibleAtBothWidths(page, 'nothing found')
  await page.goto(`${plinthUrl()}/?dialog=upload`)
  await expect(page.getByRole('heading', { name: 'Upload work' })).toBeVisible()
  await expectAccessibleAtBothWidths(page, 'upload')
  await page.goto(`${plinthUrl()}/?q=moon+jar`)
  await page
    .getByRole('link', { name: /^Moon Jar/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading').first()).toBeVisible()
  await expectAccessibleAtBothWidths(page, 'work')
  await dialog.getByRole('button', { name: /View at 1:1/ }).click()
  await expect(page.getByText('one image pixel on one screen pixel')).toBeVisible()
  await expectAccessibleAtBothWidths(page, 'viewer')
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Edit', exact: true }).click()
  await expect(dialog.getByRole('heading', { name: 'Edit work' })).toBeVisible()
  await expectAccessibleAtBothWidths(page, 'edit work')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await expectAccessibleAtBothWidths(page, 'delete work')
})

test('a refused upload and its message are accessible', async ({ page }) => {
  await signInAs(page, 'Marit', { path: '/?dialog=upload' })
  const dialog = page.getByRole('dialog')
  await dialog
    .locator('input[type=file]')
    .first()
    .setInputFiles({
      name: 'noise.jpg',
      mimeType: 'image/jpeg',
      buffer: Buffer.from([0, 1, 2, 3]),
    })
  await expect(dialog.getByRole('alert')).toBeVisible()
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('Missing Information', { exact: true })).toBeVisible()
  await expectAccessibleAtBothWidths(page, 'refused upload')
})

test('profiles, dark, light and one’s own, are accessible', async ({ page }) => {
  await signInAs(page, 'Dana')
  const heading = page.getByRole('heading', { level: 1 })
  for (const [title, name] of [
    ['Three for a Windowsill', 'Marit Solheim'],
    ['Ember & Rye Honey', 'Lucía Ferrer'],
  ] as const) {
    const answer = await page.request.get(
      `${plinthUrl()}/api/portfolios?search=${encodeURIComponent(title)}`,
    )
    const [work] = (await answer.json()) as { creatorId: string }[]
    await page.goto(`${plinthUrl()}/creator/${work?.creatorId}`)
    await expect(heading).toHaveText(name)
    await expect(page.getByRole('article').first()).toBeVisible()
    await expectAccessibleAtBothWidths(page, name)
    await page.goto(`${plinthUrl()}/creator/${work?.creatorId}?tab=saved`)
    await expect(page.getByText('Private Content')).toBeVisible()
    await expectAccessibleAtBothWidths(page, `${name}, saved`)
    await page.goto(`${plinthUrl()}/creator/${work?.creatorId}?people=followers`)
    await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible()
    await expectAccessibleAtBothWidths(page, `${name}, followers`)
  }
  await page.goto(plinthUrl())
  await page.getByRole('link', { name: 'Profile', exact: true }).click()
  await expect(heading).toHaveText('Dana Okoye')
  await expectAccessibleAtBothWidths(page, 'own profile')
  await page.goto(`${plinthUrl()}/profile/nobody`)
  await expect(heading).toHaveText('Profile Not Found')
  await expectAccessibleAtBothWidths(page, 'profile not found')
})

test('the layout of the wall is stable while it loads', async ({ page }) => {
  await signInAs(page, 'Dana')
  await expectStill(page, plinthUrl(), () => seeWall(page))
})
