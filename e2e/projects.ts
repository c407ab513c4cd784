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

/** A room that a quote has opened: 450 dollars, two weeks, one milestone. Answers the project's id. */
export async function openRoom(client: Page, creator: Page, subject: string): Promise<string> {
  const asked = await inquire(client, { id: await idOf(creator) }, subject)
  const { quote } = await call<Message>(creator, 'POST', `/api/messages/${asked.id}/quote`, {
    data: {
      price: 450,
      deliverBy: dayAhead(14),
      milestones: [{ title: 'Three tiles chosen', due: dayAhead(3) }],
      content: 'The kiln is free from Monday.',
    },
  })
  return quote?.projectId ?? ''
}

/** The same with its terms accepted and its deposit of 225 dollars paid, without the screens for it. */
export async function openPaidRoom(client: Page, creator: Page, subject: string): Promise<string> {
  const id = await openRoom(client, creator, subject)
  const { offers } = await call<Project>(client, 'GET', `/api/projects/${id}`)
  await call(client, 'POST', `/api/projects/${id}/offers/${offers[0]?.id}/accept`)
  const { url } = await call<Checkout>(client, 'POST', `/api/projects/${id}/deposit`)
  await client.goto(url)
  await payWithCard(client, 'Pay $225.00')
  // The provider's word comes beside the browser that it sends back.
  const status = async () => (await call<Project>(client, 'GET', `/api/projects/${id}`)).status
  await expect.poll(status).toBe('accepted')
  return id
}

/** Hires by the first work of the creator's that has a price; the browser is at the checkout then. Answers the project. */
export async function hire(client: Page, creator: Page, description: string): Promise<Project> {
  const creatorId = await idOf(creator)
  const works = await call<PortfolioItem[]>(client, 'GET', `/api/portfolios/user/${creatorId}`)
  const work = works.find(({ startingPrice }) => startingPrice !== null)
  const { project, checkout } = await call<Hire>(client, 'POST', '/api/projects', {
    data: { portfolioId: work?.id, creatorId, description, budget: work?.startingPrice },
  })
  await client.goto(checkout.url)
  return project
}

/** What the room says first. */
export const now = (page: Page, words: string | RegExp) =>
  expect(page.getByRole('main').getByRole('heading', { level: 2, name: words })).toBeVisible()
export const escrow = (page: Page) => page.getByRole('region', { name: 'Escrow' })
export const menu = async (page: Page, words: string) => {
  await page.getByRole('button', { name: 'More about this project' }).first().click()
  await page.getByRole('menuitem', { name: words }).click()
}

/** Delivers files in the creator's room. */
export async function deliver(creator: Page, files: string[], note: string): Promise<void> {
  const form = creator.getByRole('form', { name: 'Your delivery' })
  await form.locator('input[type=file]').setInputFiles(files)
  await form.getByRole('textbox', { name: /^A note with it/ }).fill(note)
  const words = files.length === 1 ? 'Deliver 1 file' : `Deliver ${files.length} files`
  await form.getByRole('button', { name: words }).click()
  await now(creator, /^Delivery \d is with/)
}

const ELAPSE = path.resolve(import.meta.dirname, '../scripts/lib/elapse.mjs')

/** As if a project had stood as it stands for so many days: what silence decides is decided in a moment. */
export async function letDaysPass(projectId: string, days: number): Promise<void> {
  const env = { ...process.env, PLINTH_DATA: process.env.JOURNEYS_DATA ?? WORLD }
  await promisify(execFile)(process.execPath, [ELAPSE, projectId, String(days)], { env })
}
