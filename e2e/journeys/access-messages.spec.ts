import { expect } from '@playwright/test'
import { expectAccessibleAtBothWidths, expectStill } from '../accessibility.ts'
import {
  conversations,
  inquire,
  openThread,
  reply,
  sendReply,
  write,
  written,
} from '../messages.ts'
import { call, dayAhead, plinthUrl, signInAs, signUp, test } from '../people.ts'

test('messages, a thread and its replies are accessible', async ({ page, openBrowser }) => {
  const client = await signUp(await openBrowser(), 'Aud')
  await signInAs(page, 'Lucía', { path: '/messages' })
  const lucia = await call<{ id: string }>(page, 'GET', '/api/auth/user')
  const { conversationId } = await inquire(client.page, lucia, 'Labels')
  await expect(conversations(page).filter({ hasText: client.name })).toBeVisible()
  await expectAccessibleAtBothWidths(page, 'messages')
  await page.getByRole('searchbox', { name: 'Search messages' }).fill('spoonful')
  await expect(page.getByRole('list', { name: 'Search results' })).toBeVisible()
  await expectAccessibleAtBothWidths(page, 'messages found')

  await openThread(page, conversationId)
  await expectAccessibleAtBothWidths(page, 'inquiry')
  await page.getByRole('button', { name: 'Send a quote' }).click()
  const quote = page.getByRole('dialog', { name: 'Send a quote' })
  await quote.getByRole('textbox', { name: /^Price/ }).fill('850')
  await quote.getByLabel('Final delivery by').fill(dayAhead(30))
  await expectAccessibleAtBothWidths(page, 'quote')
  await quote.getByRole('button', { name: 'Send the quote, $850' }).click()
  await expect(quote).toHaveCount(0)
  await page.route('**/api/messages', (route) => route.abort())
  await reply(page).fill('And the tins?')
  await sendReply(page).click()
  await expect(written(page, 'And the tins?').getByRole('alert')).toBeVisible()
  await expectAccessibleAtBothWidths(page, 'thread with a quote and an unsent reply')

  const again = await inquire(client.page, lucia, 'Tins')
  await openThread(page, again.conversationId)
  await page.getByRole('button', { name: 'Decline', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Decline the inquiry' })).toBeVisible()
  await expectAccessibleAtBothWidths(page, 'decline')
})

test('ways to a message and its forms are accessible', async ({ page, openBrowser }) => {
  const guest = await signUp(await openBrowser(), 'Aud')
  await signUp(page, 'Vigdis')
  await page.goto(`${plinthUrl()}/messages`)
  await expect(page.getByText('No messages yet', { exact: true })).toBeVisible()
  await expectAccessibleAtBothWidths(page, 'no messages')
  await page.goto(`${plinthUrl()}/profile/${guest.id}`)
  await page.getByRole('main').getByRole('link', { name: 'Message', exact: true }).click()
  const message = page.getByRole('dialog', { name: `Message to ${guest.name}` })
  await message.getByRole('button', { name: 'Send Message' }).click()
  await expect(message.getByText('Please write something, or add a file')).toBeVisible()
  await expectAccessibleAtBothWidths(page, 'message')

  const [work] = await call<{ id: string; creatorId: string }[]>(
    page,
    'GET',
    '/api/portfolios?search=moon%20jar',
  )
  await page.goto(`${plinthUrl()}/?inquire=${work?.creatorId}&about=${work?.id}`)
  const inquiry = page.getByRole('dialog', { name: 'Business Inquiry to Marit Solheim' })
  await expect(inquiry.getByLabel('Subject')).toHaveValue(/^Project Inquiry: /)
  await expectAccessibleAtBothWidths(page, 'inquiry form')
  await inquiry.getByRole('button', { name: 'Send Inquiry' }).click()
  await expect(inquiry.getByText('Please select a timeline')).toBeVisible()
  await expectAccessibleAtBothWidths(page, 'inquiry form with errors')
  await inquiry.getByLabel('Project details').fill('Three more, for the other window.')
  await inquiry.getByText('$5000+', { exact: true }).click()
  await inquiry.getByText('flexible', { exact: true }).click()
  await page.route('**/api/messages', (route) => route.fulfill({ status: 503, body: 'busy' }))
  await inquiry.getByRole('button', { name: 'Send Inquiry' }).click()
  await expect(page.getByText('Failed to send inquiry', { exact: true }).first()).toBeVisible()
})

test('the layout of messages is stable while they load', async ({ page, openBrowser }) => {
  const runa = await signUp(page, 'Vigdis')
  const guest = await signUp(await openBrowser(), 'Aud')
  const { conversationId } = await write(guest.page, runa, 'Round or square?')
  await expectStill(page, `${plinthUrl()}/messages/${conversationId}`, async () => {
    await expect(written(page, 'Round or square?')).toBeVisible()
  })
})
