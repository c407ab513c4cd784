import { expect } from '@playwright/test'
import { expectAccessibleAtBothWidths } from '../accessibility.ts'
import { call, plinthUrl, signInAs, signUp, test } from '../people.ts'
import { publish } from '../posts.ts'

test('a takedown shows its reason, and an appeal restores the work', async ({
  page,
  openBrowser,
}) => {
  const maker = await signUp(page, 'Runa')
  const post = await publish(page, 'Salt glaze at noon')
  const admin = await openBrowser()
  await signInAs(admin, 'Leila')
  const reader = await signUp(await openBrowser(), 'Signe')
  const report = await call<{ id: string }>(reader.page, 'POST', '/api/reports', {
    data: { kind: 'post', id: post.id, reason: 'stolen_work' },
  })
  await call(admin, 'PATCH', `/api/admin/reports/${report.id}`, {
    data: { status: 'closed', outcome: 'removed', note: 'Made by Dana Reed.' },
  })

  await page.goto(`${plinthUrl()}/?view=notifications`)
  await page.getByRole('link', { name: 'was taken down: Stolen work: Made by Dana Reed.' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Taken down' })).toBeVisible()
  await expectAccessibleAtBothWidths(page, 'what was taken down')
  await page.getByRole('button', { name: 'Appeal' }).click()
  const words = page.getByLabel('Why should it come back?')
  await expect(words).toBeFocused()
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('Explain why it should come back.')).toBeVisible()
  await words.fill('I fired it myself, and have the kiln log.')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('We’re reviewing your appeal')).toBeVisible()
  await expectAccessibleAtBothWidths(page, 'an appeal that was sent')

  const appeals = await call<{ id: string; author: { id: string } }[]>(
    admin,
    'GET',
    '/api/admin/appeals?limit=100',
  )
  const appeal = appeals.find(({ author }) => author.id === maker.id)
  await call(admin, 'PATCH', `/api/admin/appeals/${appeal?.id}`, {
    data: { outcome: 'restored', note: 'The log is yours.' },
  })
  await page.reload()
  await expect(page.getByText('None of your work has been taken down')).toBeVisible()
  await reader.page.goto(`${plinthUrl()}/post/${post.id}`)
  await expect(reader.page.getByRole('heading', { level: 1 })).toContainText('Salt glaze at noon')
})

test('a visitor sends a copyright notice and gets a number, and the maker replies', async ({
  page,
  openBrowser,
}) => {
  const { page: maker } = await signUp(await openBrowser(), 'Runa')
  const { id } = await publish(maker, 'Moon over a stair')
  await page.goto(`${plinthUrl()}/copyright`)
  await page.getByRole('button', { name: 'Send notice' }).click()
  await expect(page.getByText('Enter your full name.')).toBeVisible()
  await expectAccessibleAtBothWidths(page, 'a notice with nothing in it')
  await page.getByLabel('Address on Plinth').fill(`${plinthUrl()}/post/${id}`)
  await page.getByLabel('Your original').fill('My photograph, https://example.org/moon')
  await page.getByLabel('Full name').first().fill('Dana Reed')
  await page.getByLabel('Email').fill('dana@example.org')
  await page.getByLabel('Postal address and phone').fill('1 Main Street, Springfield')
  for (const box of await page.getByRole('checkbox').all()) await box.check()
  await page.getByLabel('Signature').fill('Dana Read')
  await page.getByRole('button', { name: 'Send notice' }).click()
  await expect(page.getByText('Enter the same full name as above.')).toBeVisible()
  await page.getByLabel('Signature').fill('dana reed')
  await page.getByRole('button', { name: 'Send notice' }).click()
  await expect(page.getByRole('heading', { name: /^We have your notice \d+$/ })).toBeFocused()

  const admin = await openBrowser()
  await signInAs(admin, 'Leila')
  const notices = await call<{ id: string; subjectId: string }[]>(
    admin,
    'GET',
    '/api/admin/takedowns?limit=100',
  )
  const notice = notices.find(({ subjectId }) => subjectId === id)
  await call(admin, 'PATCH', `/api/admin/takedowns/${notice?.id}`, {
    data: { move: 'remove', note: 'The same stair.' },
  })
  await maker.goto(`${plinthUrl()}/taken-down`)
  await expect(maker.getByText('My photograph, https://example.org/moon')).toBeVisible()
  await maker.getByRole('button', { name: 'Send counter-notice' }).click()
  const why = maker.getByLabel('Why it was a mistake')
  await expect(why).toBeFocused()
  await maker.getByRole('button', { name: 'Send counter-notice' }).click()
  await expect(maker.getByText('Enter a phone number.')).toBeVisible()
  await expectAccessibleAtBothWidths(maker, 'a counter-notice with nothing in it')
  for (const [label, value] of [
    ['Why it was a mistake', 'I took it on the stair of my house.'],
    ['Full name', 'Runa Lind'],
    ['Phone', '+46 8 123 45 67'],
    ['Postal address', '3 Brogatan, Stockholm'],
    ['Signature', 'Runa Lind'],
  ] as const)
    await maker.getByLabel(label).fill(value)
  for (const box of await maker.getByRole('checkbox').all()) await box.check()
  await maker.getByRole('button', { name: 'Send counter-notice' }).click()
  await expect(maker.getByText(/^We’ll put it back on \d+ \w+/)).toBeVisible()
  await expect(maker.locator(':focus')).toContainText('I took it on the stair of my house.')
})

test('a sensitive picture is blurred until somebody reveals it', async ({ page, openBrowser }) => {
  const maker = await signUp(await openBrowser(), 'Runa')
  const post = await publish(maker.page, 'Study of a back', { fields: { isSensitive: 'true' } })
  await page.goto(`${plinthUrl()}/post/${post.id}`)
  const show = page.getByRole('button', { name: 'Sensitive. Show' })
  await expect(show).toBeVisible()
  const picture = page.locator('.post-media-file img')
  await expect(picture).toHaveAttribute('src', /^data:/)
  await expectAccessibleAtBothWidths(page, 'a picture that is not shown')
  const before = await picture.boundingBox()
  await show.click()
  await expect(show).toHaveCount(0)
  await expect(picture).toHaveAttribute('src', /^\/media\//)
  expect(await picture.boundingBox()).toEqual(before)
})
