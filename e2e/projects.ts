import type { Message } from '@plinth/contract/messages/messages.ts'
import type { PortfolioItem } from '@plinth/contract/portfolios/portfolios.ts'
import type { Hire } from '@plinth/contract/projects/project-calls.ts'
import type { Checkout, Project } from '@plinth/contract/projects/projects.ts'
import { expect, type Page } from '@playwright/test'
import { inquire } from './messages.ts'
import { payWithCard } from './payments.ts'
import { call, dayAhead } from './people.ts'
import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { WORLD } from './global-setup.ts'

const idOf = async (page: Page) => (await call<{ id: string }>(page, 'GET', '/api/auth/user')).id

/** Opens a project room with a quote of 450 dollars, two weeks and one milestone. Returns the project's id. */
export async function openRoom(
  client: Page,
  creator: Page,
  subject: string,
  terms: { picks?: number } = {},
): Promise<string> {
  const asked = await inquire(client, { id: await idOf(creator) }, subject)
  const { quote } = await call<Message>(creator, 'POST', `/api/messages/${asked.id}/quote`, {
    data: {
      price: 450,
      deliverBy: dayAhead(14),
      milestones: [{ title: 'Three tiles chosen', due: dayAhead(3) }],
      content: 'The kiln is free from Monday.',
      ...terms,
    },
  })
  return quote?.projectId ?? ''
}

/** Opens the same room, accepts the terms and pays the deposit of 225 dollars. */
export async function openPaidRoom(
  client: Page,
  creator: Page,
  subject: string,
  terms: { picks?: number } = {},
): Promise<string> {
  const id = await openRoom(client, creator, subject, terms)
  const { offers } = await call<Project>(client, 'GET', `/api/projects/${id}`)
  await call(client, 'POST', `/api/projects/${id}/offers/${offers[0]?.id}/accept`)
  const { url } = await call<Checkout>(client, 'POST', `/api/projects/${id}/deposit`)
  await client.goto(url)
  await payWithCard(client, 'Pay $225.00')
  // The provider's webhook arrives independently of the browser that it redirects back.
  const status = async () => (await call<Project>(client, 'GET', `/api/projects/${id}`)).status
  await expect.poll(status).toBe('accepted')
  return id
}

/**
 * Hires a creator for their oldest work with a price and opens the checkout. Returns the project. Other journeys delete
 * newer ones meanwhile.
 */
export async function hire(client: Page, creator: Page, description: string): Promise<Project> {
  const creatorId = await idOf(creator)
  const works = await call<PortfolioItem[]>(client, 'GET', `/api/portfolios/user/${creatorId}`)
  const work = works.findLast(({ startingPrice }) => startingPrice !== null)
  const { project, checkout } = await call<Hire>(client, 'POST', '/api/projects', {
    data: { portfolioId: work?.id, creatorId, description, budget: work?.startingPrice },
  })
  await client.goto(checkout.url)
  return project
}

/** Checks the heading that says what the room waits for. */
export const expectRoomHeading = (page: Page, words: string | RegExp) =>
  expect(page.getByRole('main').getByRole('heading', { level: 2, name: words })).toBeVisible()
export const escrow = (page: Page) => page.getByRole('region', { name: 'Escrow' })
export const menu = async (page: Page, words: string) => {
  await page.getByRole('button', { name: 'More about this project' }).first().click()
  await page.getByRole('menuitem', { name: words }).click()
}

/** Delivers files in the project room, as the creator. */
export async function deliver(creator: Page, files: string[], note: string): Promise<void> {
  const form = creator.getByRole('form', { name: 'Your delivery' })
  await form.locator('input[type=file]').setInputFiles(files)
  await form.getByRole('textbox', { name: /^Message/ }).fill(note)
  const words = files.length === 1 ? 'Deliver 1 file' : `Deliver ${files.length} files`
  await form.getByRole('button', { name: words }).click()
  await expectRoomHeading(creator, /^Delivery \d is with/)
}

const ELAPSE = path.resolve(import.meta.dirname, '../scripts/lib/elapse.mjs')

/** Moves a project's dates back by so many days, so that its deadlines are due at once. */
export async function letDaysPass(projectId: string, days: number): Promise<void> {
  const env = { ...process.env, PLINTH_DATA: process.env.JOURNEYS_DATA ?? WORLD }
  await promisify(execFile)(process.execPath, [ELAPSE, projectId, String(days)], { env })
}

/** The same with a dispute in which both have given their side. */
export async function openDispute(client: Page, creator: Page, subject: string): Promise<string> {
  const id = await openPaidRoom(client, creator, subject)
  const data = (text: string) => ({ data: { text, asks: 225 } })
  await call(client, 'POST', `/api/projects/${id}/dispute`, data('It came late.'))
  await call(creator, 'POST', `/api/projects/${id}/dispute`, data('I said so.'))
  return id
}
