import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectAccessibleAtBothWidths } from '../accessibility.ts'
import { call, plinthUrl, signUp, test } from '../people.ts'

const settings = async (page: Page): Promise<void> => {
  await page.goto(`${plinthUrl()}/settings`)
  await expect(page.getByRole('heading', { name: 'Profile Settings' })).toBeVisible()
}
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const again = (page: Page) => page.getByRole('alertdialog', { name: 'Log in again to go on' })

const STALE = {
  status: 403,
  json: { code: 'auth.stale', message: 'You logged in a while ago.', requestId: 'x' },
}

/** The server refuses the next call to this path, as it does ten minutes after a sign-in. */
const refuseOnce = (page: Page, path: string) =>
  page.route(`**${path}`, (route) => route.fulfill(STALE), { times: 1 })

/** Goes to the provider and back. It asks for the password although the browser is signed in there. */
async function signInAgain(page: Page): Promise<void> {
  const { email } = await call<{ email: string }>(page, 'GET', '/api/auth/user')
  await again(page).getByRole('link', { name: 'Log in again' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('a long enough secret')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL(`${plinthUrl()}/settings`)
}

test('a token that needs a fresh sign-in is made after it, with what was typed', async ({
  page,
}) => {
  await signUp(page, 'Runa')
  await settings(page)
  const tokens = section(page, 'Access tokens')
  await tokens.getByRole('button', { name: 'Create token' }).click()
  const form = page.getByRole('dialog', { name: 'Create an access token' })
  await form.getByLabel('Name').fill('Backup of my works')
  await form.getByLabel('Add, change and delete your works').check()
  await refuseOnce(page, '/api/tokens')
  await form.getByRole('button', { name: 'Create token' }).click()
  await expect(again(page)).toBeVisible()
  await expectAccessibleAtBothWidths(page, 'the dialog that asks to sign in again')

  // Nothing is lost by not doing it now. By keyboard, the focus returns to the button.
  await page.keyboard.press('Escape')
  await expect(again(page)).toHaveCount(0)
  await expect(form.getByLabel('Name')).toHaveValue('Backup of my works')
  await expect(form.getByRole('button', { name: 'Create token' })).toBeFocused()

  await refuseOnce(page, '/api/tokens')
  await page.keyboard.press('Enter')
  await signInAgain(page)
  const made = page.getByRole('dialog', { name: 'Copy your token now' })
  await expect(made.getByRole('textbox')).toHaveValue(/^plinth_/)
  await made.getByRole('button', { name: 'Done' }).click()
  await expect(tokens.getByText('Backup of my works')).toBeVisible()
  await expect(tokens.getByRole('button', { name: /^Revoke/ })).toHaveCount(1)
})

test('an export goes on by itself after a fresh sign-in, and a deletion waits for one more press', async ({
  page,
}) => {
  await signUp(page, 'Signe')
  await settings(page)
  const data = section(page, 'Your data')
  await refuseOnce(page, '/api/account/export')
  await data.getByRole('button', { name: 'Download' }).click()
  await signInAgain(page)
  await expect(page.getByText('We’re packing your archive', { exact: true })).toBeVisible()
  const zip = data.getByRole('button', { name: 'Save the zip' })
  await expect(zip).toBeVisible({ timeout: 30_000 })

  await refuseOnce(page, '/api/auth/fresh')
  await zip.click()
  const download = page.waitForEvent('download')
  await signInAgain(page)
  expect((await download).suggestedFilename()).toMatch(/\.zip$/)

  await data.getByRole('button', { name: 'Delete account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  await dialog.getByLabel('Type DELETE to continue').fill('DELETE')
  await refuseOnce(page, '/api/account')
  await dialog.getByRole('button', { name: 'Delete account' }).click()
  await signInAgain(page)
  await expect(dialog.getByLabel('Type DELETE to continue')).toHaveValue('DELETE')
  await expectAccessible(page, 'the deletion after a fresh sign-in')
  await dialog.getByRole('button', { name: 'Delete account' }).click()
  await expect(page.getByRole('heading', { name: 'Your account is deleted' })).toBeVisible()
})

test('what somebody else began does not go on in their browser', async ({ page }) => {
  await signUp(page, 'Tora')
  await settings(page)
  await refuseOnce(page, '/api/account/export')
  await section(page, 'Your data').getByRole('button', { name: 'Download' }).click()
  await again(page).getByRole('link', { name: 'Log in again' }).click()
  await page.getByRole('link', { name: 'Create account' }).first().click()
  await page.getByLabel('First name').fill('Una')
  await page.getByLabel('Last name').fill('Test')
  await page.getByLabel('Email').fill(`una-${Date.now()}@example.com`)
  await page.getByLabel('Password', { exact: true }).fill('a long enough secret')
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL(new RegExp(`^${plinthUrl()}`))
  await settings(page)
  await expect(section(page, 'Your data').getByRole('button', { name: 'Download' })).toBeEnabled()
  expect(await call(page, 'GET', '/api/account/exports')).toEqual([])
})

test('account activity shows logins and changes, and a sign-out everywhere at the provider', async ({
  page,
  context,
  openBrowser,
}) => {
  await signUp(page, 'Ylva')
  await settings(page)
  const activity = section(page, 'Account activity')
  await expect(activity.getByText('Logged in', { exact: true })).toBeVisible()
  await expect(activity.getByText(/^Chrome on Linux · network /)).toBeVisible()

  // The same person in another browser, which this account has not used before.
  const second = await openBrowser()
  const identity = (await context.cookies()).filter(({ name }) => !name.includes('plinth'))
  await second.context().addCookies(identity)
  await second.goto(`${plinthUrl()}/api/login`)
  await expect(second.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await page.reload()
  await expect(activity.getByText('Logged in from a new device')).toBeVisible()
  await section(page, 'Logged-in devices')
    .getByRole('button', { name: /^End the session/ })
    .click()
  await page.reload()
  await expect(activity.getByText('Session ended: Chrome on Linux')).toBeVisible()
  await activity.scrollIntoViewIfNeeded()
  await expectAccessibleAtBothWidths(page, 'account activity')

  // Signing out everywhere at the provider ends the session here, without a reload.
  const account = await openBrowser()
  await account.context().addCookies(identity)
  const start = await account.request.get(`${plinthUrl()}/api/login`)
  expect(start.ok()).toBe(true)
  await account.context().clearCookies({ name: /plinth/ })
  const provider = new URL(
    (await account.request.get(`${plinthUrl()}/api/login?screen=again`)).url(),
  ).origin
  await account.goto(`${provider}/account`)
  await account.getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect(account.getByText('You are signed out.')).toBeVisible()
  await expect(page).toHaveURL(
    (url) => url.origin === provider && url.pathname.startsWith('/sign-in/'),
  )
})
