import { expect, type Page } from '@playwright/test'
import { tabTo } from '../controls.ts'
import {
  conversations,
  countWritten,
  expectUnreadCounted,
  inquire,
  openThread,
  reply,
  sendReply,
  thread,
  unreadMessages,
  write,
  written,
} from '../messages.ts'
import { call, dayAhead, plinthUrl, signInAs, signUp, test, watchForComplaints } from '../people.ts'
import { smallPng } from '../files.ts'

/** Marit, at her messages. Only these journeys look at them. */
async function openMarit(page: Page): Promise<{ id: string }> {
  await signInAs(page, 'Marit', { path: '/messages' })
  await expect(conversations(page).first()).toBeVisible()
  return call<{ id: string }>(page, 'GET', '/api/auth/user')
}

test('an inquiry from a work is answered live, with a file and read receipts', async ({
  page,
  openBrowser,
}) => {
  const complaints = watchForComplaints(page)
  const client = await signUp(page, 'Runa')
  const maker = await openBrowser()
  await openMarit(maker)

  await page.goto(`${plinthUrl()}/?q=moon jar`)
  await page
    .getByRole('link', { name: /^Moon Jar/ })
    .first()
    .click()
  await page.getByRole('dialog').getByRole('link', { name: 'Send Business Inquiry' }).click()
  const form = page.getByRole('dialog', { name: 'Business Inquiry to Marit Solheim' })
  await expect(form.getByLabel('Subject')).toHaveValue('Project Inquiry: Moon Jar')
  const send = form.getByRole('button', { name: 'Send Inquiry' })
  await send.click()
  for (const words of [
    'Please describe your project',
    'Please select a budget range',
    'Please select a timeline',
  ])
    await expect(form.getByText(words, { exact: true })).toBeVisible()
  await form.getByLabel('Project details').fill('Forty bowls at 12 cm for a dark room.')
  await form.getByText('$2500-$5000', { exact: true }).click()
  await form.getByText('2-3 months', { exact: true }).click()
  await send.dblclick()
  await expect(page.getByText('Inquiry Sent!', { exact: true })).toBeVisible()
  await expect(form).toHaveCount(0)
  await page.getByRole('button', { name: 'View', exact: true }).click()
  await expect(written(page, 'Forty bowls')).not.toContainText('Read by')

  const row = conversations(maker).filter({ hasText: client.name })
  await expect(row).toContainText('Forty bowls at 12 cm for a dark room.')
  await expect(row).toContainText('Business')
  await expect(row).toContainText('$2500-$5000')
  await expect(row).toContainText('Unread')
  await expectUnreadCounted(maker)
  await row.getByRole('link').click()
  await expect(maker.getByRole('heading', { name: 'Project Inquiry: Moon Jar' })).toBeVisible()
  await expect(written(maker, 'Forty bowls')).toHaveCount(1)
  await expect(row).not.toContainText('Unread')
  await expectUnreadCounted(maker)

  await expect(written(page, 'Forty bowls')).toContainText('Read by Marit')
  await reply(maker).pressSequentially('Yes to the bowls.')
  await expect(page.getByText(/^Marit.* is typing/)).toBeVisible()
  await maker
    .getByRole('main')
    .locator('input[type=file]')
    .first()
    .setInputFiles(await smallPng('glaze-test.png', '#3c6e71'))
  await expect(maker.getByText('Arrived', { exact: true })).toBeVisible()
  await sendReply(maker).click()
  await expect(maker.getByText('Reply Sent', { exact: true })).toBeVisible()
  await expect(reply(maker)).toHaveValue('')
  const answer = written(page, 'Yes to the bowls.')
  await expect(answer.getByRole('button', { name: 'View glaze-test.png' })).toBeVisible()
  await expect(written(maker, 'Yes to the bowls.')).toContainText(/\d, read/)
  await expect(unreadMessages(page, 0)).toBeVisible()
  expect(complaints).toEqual([])
})

test('a reply that fails to send can be sent again and arrives once', async ({
  page,
  openBrowser,
}) => {
  const runa = await signUp(page, 'Runa')
  const guest = await signUp(await openBrowser(), 'Tor')
  const { conversationId } = await write(guest.page, runa, 'Is the salt box still there?')
  await openThread(page, conversationId)
  await page.context().setOffline(true)
  const words = 'It is, and it waits for you.'
  await reply(page).fill(words)
  await sendReply(page).click()
  await expect(
    page.getByText('Failed to send reply. Please try again.', { exact: true }),
  ).toBeVisible()
  const retry = written(page, words).getByRole('button', { name: 'Try again' })
  await expect(retry).toBeVisible()
  await page.context().setOffline(false)
  await page.reload()
  await expect(retry).toBeVisible()
  expect(await countWritten(guest.page, conversationId, words)).toBe(0)
  await retry.click()
  await expect(written(page, words)).toContainText(/\d\d:\d\d/)
  await expect(retry).toHaveCount(0)

  // It arrives, and the answer does not.
  await page.route(
    '**/api/messages',
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  const more = 'Come on Thursday.'
  await reply(page).fill(more)
  await sendReply(page).click()
  await expect(written(page, more)).toContainText(/\d\d:\d\d/)
  await expect(written(page, more)).toHaveCount(1)
  await expect(retry).toHaveCount(0)
  for (const content of [words, more])
    expect(await countWritten(guest.page, conversationId, content)).toBe(1)
})

test('what is being typed waits in its conversation, and not in another', async ({
  page,
  openBrowser,
}) => {
  const runa = await signUp(page, 'Runa')
  const guest = await signUp(await openBrowser(), 'Tor')
  const first = await write(guest.page, runa, 'One lid or two?', { subject: 'Lids' })
  await write(guest.page, runa, 'Round or square?', { subject: 'Handles' })
  await openThread(page, first.conversationId)
  await reply(page).fill('Two, if the')
  await conversations(page).filter({ hasText: 'Handles' }).getByRole('link').click()
  await expect(written(page, 'Round or square?')).toBeVisible()
  await expect(reply(page)).toHaveValue('')
  await conversations(page).filter({ hasText: 'Lids' }).getByRole('link').click()
  await expect(reply(page)).toHaveValue('Two, if the')
  await page.reload()
  await expect(reply(page)).toHaveValue('Two, if the')
})

test('an inquiry is answered with a quote, another is declined', async ({ page, openBrowser }) => {
  const client = await signUp(page, 'Runa')
  const maker = await openBrowser()
  const marit = await openMarit(maker)
  const bowls = await inquire(page, marit, 'Bowls for the pass')
  const jar = await inquire(page, marit, 'A jar in a hurry')

  await openThread(page, bowls.conversationId)
  await openThread(maker, bowls.conversationId)
  await maker.getByRole('button', { name: 'Send a quote' }).click()
  const quote = maker.getByRole('dialog', { name: 'Send a quote' })
  await quote.getByRole('textbox', { name: /^Price/ }).fill('3200')
  await quote.getByLabel('Final delivery by').fill(dayAhead(30))
  await expect(quote.getByText('$1,600', { exact: true })).toHaveCount(2)
  await quote.getByLabel('Note').fill('Drawn once, thrown forty times.')
  await quote.getByRole('button', { name: 'Send the quote, $3,200' }).click()
  await expect(maker.getByText('Quote Sent', { exact: true })).toBeVisible()
  await expect(quote).toHaveCount(0)
  await expect(thread(maker).getByText('Quoted $3,200', { exact: true })).toBeVisible()
  const paper = thread(page).getByRole('article', { name: 'Quote' })
  await expect(paper).toContainText('$3,200')
  await expect(paper).toContainText('Drawn once, thrown forty times.')

  await openThread(maker, jar.conversationId)
  await maker.getByRole('button', { name: 'Decline', exact: true }).click()
  const decline = maker.getByRole('dialog', { name: 'Decline the inquiry' })
  const words = decline.getByLabel('Message')
  await expect(words).not.toHaveValue('')
  await words.fill('')
  await decline.getByRole('button', { name: 'Decline the inquiry' }).click()
  await expect(decline.getByText('Please explain why')).toBeVisible()
  await words.fill('The kiln is full until May.')
  await decline.getByRole('button', { name: 'Decline the inquiry' }).click()
  await expect(maker.getByText('Inquiry Declined', { exact: true })).toBeVisible()
  await expect(thread(maker).getByText(/^Declined /)).toBeVisible()
  const row = conversations(page).filter({ hasText: 'A jar in a hurry' })
  await expect(row).toContainText('The kiln is full until May.')
  await expect(row).toContainText('Declined')
  await expect(conversations(maker).filter({ hasText: client.name })).toHaveCount(2)
})

test('a blocked person cannot write, is told so, and keeps what they wrote', async ({
  page,
  openBrowser,
}) => {
  const runa = await signUp(page, 'Runa')
  const guest = await signUp(await openBrowser(), 'Tor')
  const { conversationId } = await write(page, guest, 'Here is the lid.', { subject: 'Lid' })
  await openThread(page, conversationId)
  await reply(page).fill('Did it fit?')
  const other = await page.context().newPage()
  await other.goto(`${plinthUrl()}/profile/${guest.id}`)
  await other
    .getByRole('main')
    .getByRole('link', { name: /^Message/ })
    .click()
  const form = other.getByRole('dialog', { name: `Message to ${guest.name}` })
  await form.getByLabel('Message').fill('Then from here?')
  await call(guest.page, 'PUT', `/api/users/${runa.id}/block`)
  await sendReply(page).click()
  await expect(written(page, 'Did it fit?')).toContainText('You can’t write to this person.')
  await form.getByRole('button', { name: 'Send Message' }).click()
  await expect(other.getByText('You can’t write to this person.', { exact: true })).toBeVisible()
  await expect(form.getByLabel('Message')).toHaveValue('Then from here?')
  // Whoever is blocked does not see the person either.
  await other.goto(`${plinthUrl()}/profile/${guest.id}`)
  await expect(other.getByRole('heading', { name: 'Profile Not Found' })).toBeVisible()
  await other.close()
  for (const words of ['Did it fit?', 'Then from here?'])
    expect(await countWritten(guest.page, conversationId, words)).toBe(0)
})

test('by keyboard alone: from the list to a reply', async ({ page, openBrowser }) => {
  const runa = await signUp(page, 'Runa')
  const guest = await signUp(await openBrowser(), 'Tor')
  await write(guest.page, runa, 'Round or square?', { subject: 'Handles' })
  await write(guest.page, runa, 'One lid or two?', { subject: 'Lids' })
  const logged: string[] = []
  page.on('console', (line) => logged.push(line.text()))
  await page.route('**/api/conversations/*/read', (route) => route.abort())
  await page.goto(`${plinthUrl()}/messages`)
  await expect(conversations(page)).toHaveCount(2)
  await expect(page.getByText('Select a message to view details', { exact: true })).toBeVisible()
  await tabTo(page, /Lids/)
  await page.keyboard.press('ArrowDown')
  await expect(page.locator(':focus')).toContainText('Handles')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Handles' })).toBeFocused()
  // That it could not be marked as read is no matter of the reader's.
  await expect.poll(() => logged.join()).toContain('Failed to mark as read')
  await expect(page.getByRole('region', { name: /F8/ })).toHaveCount(0)
  expect((await reply(page).boundingBox())?.height).toBeGreaterThanOrEqual(100)
  await reply(page).fill(' ')
  await expect(sendReply(page)).toBeDisabled()
  await reply(page).fill('')
  await tabTo(page, 'Your reply')
  await page.keyboard.type('Square.')
  await page.keyboard.press('Control+Enter')
  await expect(written(page, 'Square.')).toContainText(/\d\d:\d\d/)
  await expect(reply(page)).toBeFocused()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('the list gives way to the thread, and is there again on the way back', async ({
    page,
    openBrowser,
  }) => {
    const runa = await signUp(page, 'Runa')
    const guest = await signUp(await openBrowser(), 'Tor')
    await write(guest.page, runa, 'Round or square?', { subject: 'Handles' })
    await page.goto(plinthUrl())
    await unreadMessages(page, 1).click()
    await conversations(page).filter({ hasText: 'Handles' }).getByRole('link').click()
    await expect(written(page, 'Round or square?')).toBeVisible()
    await expect(conversations(page)).toHaveCount(0)
    await expect(sendReply(page)).toBeInViewport({ ratio: 1 })
    await reply(page).fill('Square.')
    await sendReply(page).click()
    await expect(written(page, 'Square.')).toBeVisible()
    await page.getByRole('link', { name: 'All messages' }).click()
    await expect(conversations(page)).toContainText('You: Square.')
    await expect(thread(page)).toHaveCount(0)
  })

  test('a long inquiry opens at its title, and what came after it at its end', async ({
    page,
    openBrowser,
  }) => {
    const runa = await signUp(page, 'Runa')
    const guest = await signUp(await openBrowser(), 'Tor')
    await write(guest.page, runa, 'One line of many.\n'.repeat(40), {
      subject: 'Bowls',
      messageType: 'business_inquiry',
      budget: '$2500-$5000',
      timeline: '2-3 months',
    })
    await page.goto(`${plinthUrl()}/messages`)
    const row = conversations(page).filter({ hasText: 'Bowls' })
    await expect(row.locator('time')).toHaveText(/^\d\d:\d\d$/)
    await row.getByRole('link').click()
    const title = thread(page).getByRole('heading', { name: 'Business Inquiry' })
    await expect(title).toBeInViewport({ ratio: 1 })
    await write(guest.page, runa, 'And four plates.', { subject: 'Bowls' })
    await page.getByRole('button', { name: 'New message', exact: true }).click()
    await expect(written(page, 'And four plates.')).toBeInViewport({ ratio: 1 })
    await page.reload()
    await expect(written(page, 'And four plates.')).toBeInViewport({ ratio: 1 })
    await expect(title).not.toBeInViewport()
  })
})
