import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectAccessibleAtBothWidths } from '../accessibility.ts'
import { call, plinthUrl, signUp, test } from '../people.ts'

const settings = async (page: Page): Promise<void> => {
  await page.goto(`${plinthUrl()}/settings`)
  await expect(page.getByRole('heading', { name: 'Profile Settings' })).toBeVisible()
}
const bar = (page: Page) => page.getByRole('region', { name: 'Unsaved changes' })
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** Measures the contrast of one element's colour on another's background. */
async function measured(page: Page, top: string, ground: string): Promise<number> {
  const read = async (selector: string, property: 'color' | 'backgroundColor') =>
    light(
      String(
        await page.evaluate(`getComputedStyle(document.querySelector('${selector}')).${property}`),
      ),
    )
  const [a, b] = [await read(top, 'color'), await read(ground, 'backgroundColor')]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

/** Relative luminance as WCAG 2 defines it, of `rgb(…)`. */
function light(colour: string): number {
  const [r = 0, g = 0, b = 0] = (colour.match(/[\d.]+/g) ?? []).slice(0, 3).map((value) => {
    const share = Number(value) / 255
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

test('a profile is edited with a preview, discarded, and saved', async ({ page, openBrowser }) => {
  const { id, name } = await signUp(page, 'Solveig')
  await settings(page)
  await expect(section(page, 'Logged-in devices').getByText('This device')).toBeVisible()
  await expect(
    section(page, 'Blocked people').getByText('You haven’t blocked anyone.'),
  ).toBeVisible()
  await expectAccessibleAtBothWidths(page, 'settings')

  await page.getByLabel('Bio').fill('Drawings made by rules.')
  await page.getByRole('textbox', { name: 'Background', exact: true }).fill('#0E1A1C')
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('#F4EBDD')
  await page.getByRole('textbox', { name: 'Accent', exact: true }).fill('#F2A65A')
  await expect(bar(page)).toContainText('4 changes not saved: bio, background, text, accent')
  const preview = page.locator('aside .settings-preview')
  await expect(preview).toContainText('Drawings made by rules.')
  await expect(preview).toHaveCSS('background-color', 'rgb(14, 26, 28)')
  await expectAccessible(page, 'settings with changes')

  // Leaving asks for confirmation; discarding restores everything.
  await page.getByRole('link', { name: 'Portfolios' }).first().click()
  const leaving = page.getByRole('alertdialog')
  await leaving.getByRole('button', { name: 'Keep editing' }).click()
  await bar(page).getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByLabel('Bio')).toHaveValue('')
  await expect(bar(page).getByRole('button')).toHaveCount(0)

  // Errors appear at their fields; fields stay as typed when saving fails.
  await page.getByLabel('Bio').fill('Drawings made by rules.')
  await page.getByLabel('LinkedIn').fill('https://evil-example.com/in/me')
  await bar(page).getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Enter a name or an address on LinkedIn.')).toBeVisible()
  await expect(page.getByLabel('LinkedIn')).toBeFocused()
  await page.getByLabel('LinkedIn').fill('@solveig-b')
  await page.getByRole('textbox', { name: 'Background', exact: true }).fill('#0E1A1C')
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('#F4EBDD')
  await page.getByRole('textbox', { name: 'Accent', exact: true }).fill('#F2A65A')
  await page.route('**/api/users/profile', (route) => route.abort())
  await bar(page).getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Update Failed', { exact: true })).toBeVisible()
  await expect(
    page.getByText('There was an error updating your profile.', { exact: true }).first(),
  ).toBeVisible()
  await expect(page.getByLabel('Bio')).toHaveValue('Drawings made by rules.')
  await page.unroute('**/api/users/profile')
  await bar(page).getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Profile Updated', { exact: true })).toBeVisible()
  await expect(bar(page).getByRole('button')).toHaveCount(0)
  await expect(page.getByLabel('LinkedIn')).toHaveValue('solveig-b')

  const rows = page.getByRole('list', { name: 'Measured contrast' }).getByRole('listitem')
  await expect(rows.nth(0)).toContainText('Passes')
  const ratios = await Promise.all(
    [0, 2].map(async (row) =>
      Number((await rows.nth(row).textContent())?.match(/(\d+\.\d)(?:Passes|Adjusted)$/)?.[1]),
    ),
  )
  const visitor = await openBrowser()
  await signUp(visitor, 'Looking')
  await visitor.goto(`${plinthUrl()}/profile/${id}`)
  await expect(visitor.getByRole('heading', { name })).toBeVisible()
  await expect(visitor.getByRole('link', { name: 'LinkedIn' })).toHaveAttribute(
    'href',
    'https://www.linkedin.com/in/solveig-b',
  )
  const [text, label] = [
    await measured(visitor, 'main h1', 'main'),
    await measured(visitor, 'main .profile-doing button', 'main .profile-doing button'),
  ]
  expect([text, label].map((ratio) => Math.floor(ratio * 10) / 10)).toEqual(ratios)

  // When Plinth adjusts a chosen colour, it says so on saving, and under the field.
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('#333333')
  await bar(page).getByRole('button', { name: 'Save changes' }).click()
  await expect(
    page
      .getByText(
        'Text #333333 is hard to read on the background, so your profile uses white (#FFFFFF).',
        { exact: true },
      )
      .first(),
  ).toBeVisible()
  await expect(page.getByText('Your profile uses white (#FFFFFF)', { exact: true })).toBeVisible()
})

test('a name is removed from files, by keyboard, and the choice is still there later', async ({
  page,
}) => {
  await signUp(page, 'Ylva')
  await settings(page)
  const removes = page.getByRole('switch', { name: 'Remove my name from files' })
  await expect(removes).not.toBeChecked()
  await removes.focus()
  const saved = page.waitForResponse((answer) => answer.request().method() === 'PATCH')
  await page.keyboard.press('Space')
  expect((await saved).status()).toBe(200)
  await page.reload()
  await expect(removes).toBeChecked()
})

test('a handle is checked while it is typed, changed by the keyboard, and then locked', async ({
  page,
}) => {
  const { id } = await signUp(page, 'Ingrid')
  await settings(page)
  const field = page.getByRole('textbox', { name: 'Handle', exact: true })
  await field.fill('ma')
  await expect(field).toHaveAccessibleDescription(/^Use 3 to 30 letters/)
  await field.fill('marit')
  await expect(field).toHaveAccessibleDescription(/somebody else’s/)
  await expect(page.getByRole('button', { name: 'Change handle' })).toBeDisabled()
  const handle = `ingrid_${id.replaceAll('-', '').slice(-12)}`
  await field.fill(`@${handle}`)
  await expect(field).toHaveAccessibleDescription(`@${handle} is free.`)
  await expectAccessible(page, 'a handle that is free')
  await field.press('Enter')
  await expect(page.getByText(`You are @${handle} now`, { exact: true })).toBeVisible()
  await expect(field).toHaveValue(handle)
  await expect(field).toHaveAccessibleDescription(/^You can change it again on /)
  await expect(field).not.toBeEditable()
  await page.goto(`${plinthUrl()}/profile/${id}`)
  await expect(page.getByText(`@${handle}`, { exact: true })).toBeVisible()
})

test('each screen offers its own way to sign in again after the session ended', async ({
  page,
}) => {
  await signUp(page, 'Stig')
  const session = await page.context().cookies()
  for (const [place, words, minutes] of [
    ['Settings', 'Login Required', 6],
    ['Subscribe', 'Please log in to subscribe', 12],
  ] as const) {
    await page.context().addCookies(session)
    await page.goto(plinthUrl())
    await expect(page.getByRole('article').first()).toBeVisible()
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    const item = page.getByRole('menuitem', { name: place })
    await expect(item).toBeVisible()
    // Otherwise another call would notice first and lead to sign-in at once.
    await page.route(/\/api\/(?!auth\/user)/, (route) => route.abort())
    // Nor may the menu hear of the end before it is pressed, as it would close.
    const pressed = Promise.withResolvers<void>()
    await page.route('**/api/auth/user', async (route) => {
      await pressed.promise
      await route.continue()
    })
    await page.context().clearCookies()
    // The signed-in person is cached for five minutes.
    await page.clock.setFixedTime(Date.now() + minutes * 60_000)
    await item.click()
    pressed.resolve()
    await expect(page.getByRole('heading', { level: 1, name: words })).toBeVisible()
    await expect(page.getByRole('main').getByRole('link').first()).toHaveAttribute(
      'href',
      `/api/login?returnTo=%2F${place.toLowerCase()}`,
    )
    await page.unrouteAll()
  }
})

test('sessions are ended, an archive is packed, and an account is closed and restored', async ({
  page,
  context,
  openBrowser,
}) => {
  const { id, name } = await signUp(page, 'Tuva')
  const other = await openBrowser()
  await signUp(other, 'Ulf')
  await call(
    page,
    'PUT',
    `/api/users/${(await call<{ id: string }>(other, 'GET', '/api/auth/user')).id}/block`,
  )
  await settings(page)
  const blocked = section(page, 'Blocked people')
  await blocked.getByRole('button', { name: /^Unblock Ulf/ }).click()
  await expect(blocked.getByText('You haven’t blocked anyone.')).toBeVisible()

  // The same person in another browser.
  const second = await openBrowser()
  const identity = (await context.cookies()).filter(({ name: one }) => !one.includes('plinth'))
  await second.context().addCookies(identity)
  await second.goto(`${plinthUrl()}/api/login`)
  await expect(second.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await page.reload()
  const sessions = section(page, 'Logged-in devices')
  await sessions
    .getByRole('button', { name: /^End the session/ })
    .first()
    .click()
  await expect(page.getByText('Session ended', { exact: true })).toBeVisible()
  await expect(sessions.getByRole('button', { name: /^End/ })).toHaveCount(0)

  const data = section(page, 'Your data')
  await data.getByRole('button', { name: 'Download' }).click()
  const zip = data.getByRole('button', { name: 'Save the zip' })
  await expect(zip).toBeVisible({ timeout: 30_000 })
  const download = page.waitForEvent('download')
  await zip.click()
  expect((await download).suggestedFilename()).toMatch(/^plinth-[\d-]+\.zip$/)

  await data.getByRole('button', { name: 'Delete account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  await dialog.getByRole('button', { name: 'Delete account' }).click()
  await expect(dialog.getByText('Type DELETE in capitals.')).toBeVisible()
  await expectAccessible(page, 'the dialog that deletes')
  await dialog.getByLabel('Type DELETE to continue').fill('DELETE')
  await dialog.getByRole('button', { name: 'Delete account' }).click()
  await expect(page.getByRole('heading', { name: 'Your account is deleted' })).toBeVisible()
  const gone = await other.request.get(`${plinthUrl()}/api/users/profile/${id}`)
  expect(gone.status()).toBe(404)

  await page.goto(`${plinthUrl()}/api/login`)
  await expect(page.getByRole('heading', { name: 'This account is deleted' })).toBeVisible()
  await expectAccessible(page, 'the page that restores')
  await page.getByRole('button', { name: 'Restore my account' }).click()
  await expect(page).toHaveURL(`${plinthUrl()}/`)
  await page.goto(`${plinthUrl()}/profile/${id}`)
  await expect(page.getByRole('heading', { name })).toBeVisible()
})
