import { expect, type Locator, type Page } from '@playwright/test'
import { expectAccessible } from '../accessibility.ts'
import { openThread, write, written } from '../messages.ts'
import { plinthUrl, signUp, test, watchForComplaints } from '../people.ts'
import { smallPng } from '../files.ts'
import { publish, addComment } from '../posts.ts'

const PHONE = { width: 390, height: 844 }
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
const send = (form: Locator) => form.getByRole('button', { name: 'Send report' })
const text = (form: Locator) => form.getByLabel('Details')
const sent = (page: Page) => page.getByText('Report sent', { exact: true })

test('a message is reported, and the typed text survives a failed send', async ({
  page,
  openBrowser,
}) => {
  const sender = await signUp(await openBrowser(), 'Runa')
  const reader = await signUp(page, 'Signe')
  const { conversationId } = await write(sender.page, reader, 'Pay me first, then we talk.')
  await openThread(page, conversationId)
  await written(page, 'Pay me first')
    .getByRole('button', { name: /^Report the message/ })
    .click()
  const form = dialog(page, 'Report this message')
  await expect(form.getByText('and nothing else in your conversation')).toBeVisible()
  await expectAccessible(page, 'the dialog that reports')

  await send(form).click()
  await expect(form.getByText('Choose what fits best.')).toBeVisible()
  await expect(form.getByRole('radio').first()).toBeFocused()
  await form.getByLabel('Scam or fraud').check()
  await text(form).fill('The same words went to a friend.')
  await page.route('**/api/reports', (route) => route.abort())
  await send(form).click()
  await expect(form.getByRole('alert')).toContainText('We couldn’t send your report.')
  await expect(send(form)).toBeFocused()
  await expect(sent(page)).toHaveCount(0)
  await expect(text(form)).toHaveValue('The same words went to a friend.')
  await expectAccessible(page, 'a report that was not sent')
  await page.unroute('**/api/reports')

  // Closing the dialog does not lose it either.
  await page.keyboard.press('Escape')
  await expect(form).toHaveCount(0)
  await written(page, 'Pay me first')
    .getByRole('button', { name: /^Report the message/ })
    .click()
  await expect(text(form)).toHaveValue('The same words went to a friend.')
  const answer = page.waitForResponse('**/api/reports')
  await send(form).dblclick()
  expect((await answer).status()).toBe(201)
  await expect(sent(page)).toBeVisible()
  await expect(form).toHaveCount(0)
  await expect(
    written(page, 'Pay me first').getByRole('button', { name: /^Report the message/ }),
  ).toBeFocused()
})

test('on a phone a post, its comment, its author and a work are reported', async ({
  page,
  openBrowser,
}) => {
  await page.setViewportSize(PHONE)
  const maker = await signUp(await openBrowser(), 'Runa')
  const post = await publish(maker.page, 'Slip on a wet jar', {
    files: [await smallPng('slip.png', '#3d4a4f')],
  })
  await addComment(maker.page, post.id, 'Fired at dawn.')
  const reader = await signUp(page, 'Signe')
  const complaints = watchForComplaints(page)
  const report = async (name: string | RegExp, reasons = 6) => {
    const form = dialog(page, name)
    await expect(form.getByRole('radio')).toHaveCount(reasons)
    // Contrast must not be measured while something fades in.
    await page.evaluate(
      `Promise.all(document.querySelector('[role=dialog]').getAnimations().map((one) => one.finished))`,
    )
    await expectAccessible(page, String(name))
    await form.getByLabel('Stolen work').check()
    await send(form).click()
    await expect(sent(page)).toBeVisible()
    await expect(form).toHaveCount(0)
  }

  await page.goto(`${plinthUrl()}/post/${post.id}`)
  await page.getByRole('button', { name: 'Report this post' }).click()
  await report('Report this post')
  await page.getByRole('button', { name: 'Actions on the comment by Runa' }).click()
  await page.getByRole('menuitem', { name: 'Report' }).click()
  await report('Report this comment')

  const { conversationId } = await write(maker.page, reader, 'Was that you?')
  await openThread(page, conversationId)
  await page.getByRole('button', { name: 'Conversation options' }).click()
  await page.getByRole('menuitem', { name: 'Report Runa' }).click()
  await report('Report Runa')

  await page.goto(`${plinthUrl()}/?q=moon jar`)
  await page
    .getByRole('link', { name: /^Moon Jar/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'Report this work' }).click()
  await report('Report this work', 7)
  expect(complaints).toEqual([])
})

test('nobody can report their own content', async ({ page, openBrowser }) => {
  const maker = await signUp(page, 'Runa')
  const post = await publish(page, 'Slip on a dry jar', {
    files: [await smallPng('dry.png', '#5c6b61')],
  })
  await addComment(page, post.id, 'Mine.')
  await page.goto(`${plinthUrl()}/post/${post.id}`)
  await page.getByRole('button', { name: /^Actions on the comment by/ }).click()
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Report' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Report this post' })).toHaveCount(0)
  const reader = await signUp(await openBrowser(), 'Signe')
  const { conversationId } = await write(maker.page, reader, 'Look at my jar.')
  await openThread(page, conversationId)
  await expect(written(page, 'Look at my jar.').getByRole('button')).toHaveCount(0)
})
