import { expect, test } from '@playwright/test'
import { plinthUrl, seeWall } from '../people.ts'

test('a new person signs up, looks around, signs out, and returns with a password', async ({
  page,
}) => {
  const email = `nora-${Date.now()}@example.com`
  await page.goto(plinthUrl())
  await page.getByRole('link', { name: 'Join as Follower' }).click()
  const create = page
    .getByRole('tab', { name: 'Create account' })
    .or(page.getByRole('link', { name: 'Create account' }))
  if (!(await page.getByLabel('First name').isVisible())) await create.first().click()
  await page.getByLabel('First name').fill('Nora')
  await page.getByLabel('Last name').fill('Falk')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill('a long enough secret')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page).toHaveURL(`${plinthUrl()}/welcome`)
  await page.getByRole('button', { name: 'Skip for now' }).click()
  await expect(page).toHaveURL(`${plinthUrl()}/`)
  await seeWall(page)
  await expect(page.getByText('Become a Creator')).toBeVisible()
  // Only creators can upload.
  await expect(page.getByRole('link', { name: 'Upload' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Profile', exact: true }).click()
  await expect(page.getByText(email, { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'See your public page' }).click()
  await expect(page.getByText('No bio available', { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Edit Profile' })).toHaveAttribute(
    'href',
    '/settings',
  )

  // As a draft would be.
  await page.evaluate(() => localStorage.setItem('plinth.draft', 'Between us'))
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page.getByRole('link', { name: 'Log in' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('plinth.draft'))).toBeNull()
  const session = await page.request.get(`${plinthUrl()}/api/auth/user`)
  expect(session.status()).toBe(401)

  await page.getByRole('link', { name: 'Log in' }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill('not the secret')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('alert').first()).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await page.getByRole('textbox', { name: 'Password' }).fill('a long enough secret')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await seeWall(page)
})
