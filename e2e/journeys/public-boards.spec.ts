import type { Board } from '@plinth/contract/boards/boards.ts'
import { expect } from '@playwright/test'
import { expectAccessible, expectAccessibleAtBothWidths } from '../accessibility.ts'
import { call, plinthUrl, signInAs, signUp, test, watchForComplaints } from '../people.ts'
import { publish } from '../posts.ts'

test('a board is made public, found on a profile, heard of by its makers, and taken down after a report', async ({
  page,
  openBrowser,
}) => {
  const complaints = watchForComplaints(page)
  const owner = await signUp(page, 'Elin')
  const maker = await signUp(await openBrowser(), 'Runa')
  const reader = await signUp(await openBrowser(), 'Signe')
  const visitor = await openBrowser()
  const admin = await openBrowser()
  await signInAs(admin, 'Leila')
  // Visitors see the profiles of creators only.
  await call(admin, 'PATCH', `/api/admin/users/${owner.id}`, { data: { isCreator: true } })
  const post = await publish(maker.page, 'Salt glaze at noon')
  const board = await call<Board>(page, 'POST', '/api/boards', {
    data: { title: 'Light on clay', description: 'For a hall.', postId: post.id },
  })
  const profile = `${plinthUrl()}/profile/${owner.id}`
  const address = `${plinthUrl()}/boards/${board.id}`
  const heading = { level: 1, name: 'Light on clay' } as const

  await page.goto(`${profile}?tab=boards`)
  await expect(page.getByText('No public boards')).toBeVisible()
  await expectAccessibleAtBothWidths(page, 'a profile without public boards')
  await visitor.goto(profile)
  await expect(visitor.getByRole('tab', { name: /^Boards/ })).toHaveCount(0)

  await page.goto(address)
  await page.getByRole('button', { name: 'Share' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: 'Public', exact: true }).focus()
  await page.keyboard.press('Space')
  await expect(dialog.getByRole('button', { name: 'Copy link' })).toBeVisible()
  await expectAccessible(page, 'sharing a public board')
  await page.keyboard.press('Escape')

  await visitor.goto(profile)
  await visitor.getByRole('tab', { name: /^Boards/ }).click()
  await expectAccessibleAtBothWidths(visitor, 'the public boards of somebody')
  await visitor.getByRole('link', { name: 'Light on clay' }).click()
  await expect(visitor.getByRole('heading', heading)).toBeVisible()
  await expect(visitor.getByRole('main').getByRole('article')).toHaveCount(1)
  const html = await (await visitor.request.get(address)).text()
  // What is on it is drawn before any script runs.
  expect(html).toContain('class="board-item"')
  expect(html).toContain('Light on clay')
  expect(html).not.toContain('noindex')
  await expectAccessibleAtBothWidths(visitor, 'a public board')
  await visitor.getByRole('link', { name: 'Report this board' }).click()
  await expect(visitor.getByRole('dialog')).toBeVisible()

  const notes = `${plinthUrl()}/?view=notifications`
  const told = maker.page.getByRole('link', { name: 'put Salt glaze at noon on a public board' })
  await expect(async () => {
    await maker.page.goto(notes)
    await expect(told).toBeVisible({ timeout: 3_000 })
  }).toPass()
  await told.click()
  await expect(maker.page).toHaveURL(address)

  await reader.page.goto(address)
  await reader.page.getByRole('button', { name: 'Report this board' }).click()
  const form = reader.page.getByRole('dialog', { name: 'Report this board' })
  await form.getByLabel('Spam').check()
  await form.getByLabel('Details').fill('The same on ten accounts.')
  await expectAccessible(reader.page, 'reporting a board')
  await form.getByRole('button', { name: 'Send report' }).click()
  await expect(reader.page.getByText('Report sent', { exact: true })).toBeVisible()

  await admin.goto(`${plinthUrl()}/admin/cases/board/${board.id}`)
  await expect(admin.getByRole('heading', heading)).toBeVisible()
  await expect(admin.getByText('Salt glaze at noon').first()).toBeVisible()
  await expectAccessible(admin, 'the case of a board')
  await admin.getByLabel('Reason, in writing').fill('It links to a shop.')
  await admin.getByRole('button', { name: 'Take it down' }).click()
  await expect(admin.getByText(/^Taken down/).first()).toBeVisible()

  await visitor.goto(address)
  await expect(visitor.getByRole('heading', { name: 'Sign in to see this board' })).toBeVisible()
  await visitor.goto(profile)
  await expect(visitor.getByRole('tab', { name: /^Boards/ })).toHaveCount(0)

  await page.goto(address)
  await expect(page.getByText('We took this board down.')).toBeVisible()
  await expectAccessibleAtBothWidths(page, 'a board that was taken down')
  await page.getByRole('link', { name: 'See why, or appeal' }).click()
  await expect(page.getByText('Spam: It links to a shop.')).toBeVisible()
  await expectAccessibleAtBothWidths(page, 'a board among what was taken down')
  await page.getByRole('button', { name: 'Appeal' }).click()
  await page.getByLabel('Why should it come back?').fill('The shop is gone.')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('We’re reviewing your appeal')).toBeVisible()
  expect(complaints).toEqual([])
})
