import type { Message } from '@plinth/contract/messages/messages.ts'
import { expect, type Page } from '@playwright/test'
import { call, plinthUrl } from './people.ts'

interface Writing {
  subject?: string
  url?: string
  messageType?: string
  budget?: string
  timeline?: string
}

/** Sends somebody a message through the API. */
export const write = (
  page: Page,
  to: { id: string },
  content: string,
  { url = plinthUrl(), ...more }: Writing = {},
) =>
  call<Message>(page, 'POST', '/api/messages', {
    url,
    data: { receiverId: to.id, content, ...more },
  })

/** Sends a business inquiry through the API. */
export const inquire = (page: Page, to: { id: string }, subject: string) =>
  write(page, to, 'Forty bowls at 12 cm, in one glaze.', {
    subject,
    messageType: 'business_inquiry',
    budget: '$2500-$5000',
    timeline: '2-3 months',
  })

/** The link in the navigation bar, with its count. */
export const unreadMessages = (page: Page, count: number) =>
  page.getByRole('link', {
    name: count === 0 ? 'Messages' : `Messages, ${count} unread`,
    exact: true,
  })

/** Waits until the navigation bar shows as many as there are. Somebody whom other journeys write to has no fixed number. */
export const expectUnreadCounted = (page: Page) =>
  expect(async () => {
    const { count } = await call<{ count: number }>(page, 'GET', '/api/messages/unread')
    await expect(unreadMessages(page, count)).toBeVisible({ timeout: 500 })
  }).toPass({ timeout: 10_000 })

/** The listed conversations. */
export const conversations = (page: Page) =>
  page.getByRole('list', { name: 'Conversations' }).getByRole('listitem')
export const thread = (page: Page) => page.getByRole('group', { name: /^Conversation: / })
/** Messages of the thread that contain these words, sent or not. */
export const written = (page: Page, words: string | RegExp) =>
  thread(page).getByRole('listitem').filter({ hasText: words })
export const reply = (page: Page) => page.getByRole('textbox', { name: 'Your reply' })
export const sendReply = (page: Page) =>
  page.getByRole('button', { name: 'Send Reply', exact: true })

export async function openThread(page: Page, id: string, url = plinthUrl()): Promise<void> {
  await page.goto(`${url}/messages/${id}`)
  await expect(written(page, /./).first()).toBeVisible()
}

/** How often the server has this message in a conversation. */
export async function countWritten(
  page: Page,
  conversationId: string,
  content: string,
  url = plinthUrl(),
): Promise<number> {
  const path = `/api/conversations/${conversationId}/messages`
  const messages = await call<Message[]>(page, 'GET', path, { url })
  return messages.filter((message) => message.content === content).length
}
