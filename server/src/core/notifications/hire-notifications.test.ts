import { readProject } from '@plinth/contract/projects/project-calls.ts'
import type { Project } from '@plinth/contract/projects/projects.ts'
import {
  listNotifications,
  type Notification,
} from '@plinth/contract/notifications/notifications.ts'
import { expect, it } from 'vitest'
import { paidApp } from '../../../test/money/cards.ts'
import type { Person } from '../../../test/app.ts'
import { waitForOutbox } from '../../../test/content/outbox.ts'
import { hiring, pairUp } from '../../../test/content/projects.ts'

const t = paidApp()

/** Somebody's unread notifications. */
async function unreadOf(as: Person): Promise<string[]> {
  await waitForOutbox(t)
  const { body } = await t.call(listNotifications, { as, query: { filter: 'unread' } })
  const lines = (body as Notification[]).map(
    ({ kind, actors: [actor], project }) =>
      `${kind}: ${actor?.firstName ?? 'Plinth'} ${project?.event} ${project?.amount}`,
  )
  return lines.toSorted()
}

/** Marks the room as read, as its screen does. */
const view = (as: Person, { id, events: [newest] }: Project) =>
  t.call(readProject, { as, params: { id }, body: { upTo: newest?.id } })

it('a hire notifies each of the two of what the other did, until they view the room', async () => {
  const pair = await pairUp(t)
  const { client, creator } = pair
  const steps = hiring(t, pair)
  const { id } = await steps.request()
  expect(await unreadOf(creator)).toEqual(['money: Client deposit_paid 500'])
  await view(creator, await steps.accept(id))
  expect(await unreadOf(creator)).toEqual([])
  await steps.deliver(id)
  expect(await unreadOf(client)).toEqual(['project: Maker delivered null'])
  await view(client, await steps.room(id, client))
  expect(await unreadOf(client)).toEqual([])
  await view(client, await steps.complete(id))
  expect(await unreadOf(client)).toEqual([])
  expect(await unreadOf(creator)).toEqual(['project: Plinth completed 1000'])
})
