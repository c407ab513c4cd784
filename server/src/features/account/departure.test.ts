import { listConversations } from '@plinth/contract/messages/conversations.ts'
import { listMessages, sendMessage } from '@plinth/contract/messages/messages.ts'
import { deleteUser } from '@plinth/contract/moderation/admin.ts'
import { deleteAccount } from '@plinth/contract/people/account.ts'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { hiring, pairUp, type Pair } from '../../../test/content/projects.ts'
import { paidApp } from '../../../test/money/cards.ts'

const t = paidApp()

const REASON = 'The creator deleted their account, so this request is closed.'

const inquire = ({ client, creator }: Pair) =>
  t.call(sendMessage, {
    as: client,
    body: {
      receiverId: creator.id,
      content: 'A jar for the hall.',
      messageType: 'business_inquiry',
      budget: '$500-$1000',
      timeline: 'flexible',
    },
  })

it('closes unpaid requests to a creator who leaves, with a reason that the client reads', async () => {
  const pair = await pairUp(t)
  const other = await pairUp(t)
  const { project } = await hiring(t, pair).hire()
  const untouched = await hiring(t, other).hire()
  expect((await t.call(deleteAccount, { as: pair.creator })).status).toBe(202)
  expect(await hiring(t, pair).room(project.id)).toMatchObject({
    status: 'declined',
    closingNote: REASON,
    actions: [],
    events: expect.arrayContaining([
      expect.objectContaining({ kind: 'declined', by: 'creator', note: REASON }),
    ]),
  })
  // Its checkout is closed with it.
  const { rows } = await sql`select state from payments where project_id = ${project.id}`.execute(
    t.deps.db,
  )
  expect(rows).toEqual([{ state: 'closed' }])
  expect(await hiring(t, other).room(untouched.project.id)).toMatchObject({ status: 'requested' })
})

it('does so when an admin deletes the creator, too', async () => {
  const pair = await pairUp(t)
  const { project } = await hiring(t, pair).hire()
  const admin = await t.person('Admin', { isAdmin: true })
  const { status } = await t.call(deleteUser, { as: admin, params: { id: pair.creator.id } })
  expect(status).toBeLessThan(300)
  expect(await hiring(t, pair).room(project.id)).toMatchObject({ status: 'declined' })
})

it('closes inquiries that wait for an answer, and names the deleted person as no creator', async () => {
  const pair = await pairUp(t)
  expect((await inquire(pair)).status).toBe(201)
  expect((await t.call(deleteAccount, { as: pair.creator })).status).toBe(202)
  const gone = { firstName: 'Deleted', handle: null, isCreator: false }
  const { body } = await t.call(listMessages, { as: pair.client })
  expect(body).toMatchObject([{ declinedAt: expect.any(String), receiver: gone }])
  const { body: list } = await t.call(listConversations, { as: pair.client })
  expect(list).toMatchObject([{ other: gone, inquiry: { declinedAt: expect.any(String) } }])
})
