import { readProject } from '@plinth/contract/projects/project-calls.ts'
import type { Project } from '@plinth/contract/projects/projects.ts'
import {
  listNotifications,
  type Notification,
} from '@plinth/contract/notifications/notifications.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Person } from '../../../test/app.ts'
import { startPaidApp, type PaidApp } from '../../../test/money/cards.ts'
import { worked } from '../../../test/content/notices.ts'
import { hiring, pairUp } from '../../../test/content/projects.ts'

let t: PaidApp
beforeAll(async () => {
  t = await startPaidApp()
})
afterAll(() => t.close())

/** What somebody has not read yet. */
async function newsOf(as: Person): Promise<string[]> {
  await worked(t)
  const { body } = await t.call(listNotifications, { as, query: { filter: 'unread' } })
  const news = (body as Notification[]).map(
    ({ kind, actors: [actor], project }) =>
      `${kind}: ${actor?.firstName ?? 'Plinth'} ${project?.event} ${project?.amount}`,
  )
  return news.toSorted()
}

/** What a room's screen says once it is seen. */
const look = (as: Person, { id, events: [newest] }: Project) =>
  t.call(readProject, { as, params: { id }, body: { upTo: newest?.id } })

it('a hire tells each of the two what the other did, until they look into the room', async () => {
  const pair = await pairUp(t)
  const { client, creator } = pair
  const steps = hiring(t, pair)
  const { id } = await steps.request()
  expect(await newsOf(creator)).toEqual(['money: Client deposit_paid 500'])
  await look(creator, await steps.accept(id))
  expect(await newsOf(creator)).toEqual([])
  await steps.deliver(id)
  expect(await newsOf(client)).toEqual(['project: Maker delivered null'])
  await look(client, await steps.room(id, client))
  expect(await newsOf(client)).toEqual([])
  await look(client, await steps.complete(id))
  expect(await newsOf(client)).toEqual([])
  expect(await newsOf(creator)).toEqual([
    'money: Client remainder_paid 500',
    'project: Plinth completed 1000',
  ])
})
