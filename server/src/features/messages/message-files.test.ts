import { listConversations } from '@plinth/contract/messages/conversations.ts'
import { endpointUrl } from '@plinth/contract/http/endpoint.ts'
import { deleteMedia, uploadMedia, type Media } from '@plinth/contract/media/media.ts'
import { listMessages, sendMessage, type Message } from '@plinth/contract/messages/messages.ts'
import { beforeAll, expect, it, vi } from 'vitest'
import { testApp, type Answer, type Person } from '../../../test/app.ts'
import { addListedWork } from '../../../test/media/media.ts'
import { writeMessage } from '../../../test/content/messages.ts'
import { makePicture } from '../../../test/media/pictures.ts'
import { SETTLED } from '../../core/media/media-rules.ts'
import { newId } from '../../db/id.ts'

const SOON = { timeout: 100_000 }

const t = testApp()
let marit: Person
let ben: Person

beforeAll(async () => {
  marit = await t.person('Marit')
  ben = await t.person('Ben')
})

const upload = async (as: Person, fileName: string, payload: Buffer): Promise<Media> => {
  const answer = await t.request({
    method: 'POST',
    url: endpointUrl(uploadMedia, { query: { fileName } }),
    payload,
    headers: { 'content-type': 'application/octet-stream' },
    as,
  })
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  return answer.body
}
const statusOf = async (url: string) => (await t.app.inject({ url })).statusCode
const send = (as: Person, over: object): Promise<Answer> =>
  t.call(sendMessage, { as, body: { receiverId: marit.id, content: '', ...over } })

it('files keep their order, may come without text, and open only with links given to the two people', async () => {
  const [note, picture] = await Promise.all([
    upload(ben, 'Brief.txt', Buffer.from('Two cups, please.')),
    upload(ben, 'cup.png', await makePicture('image/png')),
  ])
  expect(await statusOf(picture.url)).toBe(200)
  const clientId = newId()
  const mediaIds = [note.id, picture.id]
  const { status, body } = await send(ben, { mediaIds, clientId })
  expect(status, JSON.stringify(body)).toBe(201)
  const message = body as Message
  expect(message.content).toBe('')
  expect(message.attachments.map(({ id, kind, fileName }) => [id, kind, fileName])).toEqual([
    [note.id, 'document', 'Brief.txt'],
    [picture.id, 'image', 'cup.png'],
  ])
  expect((await send(ben, { mediaIds, clientId })).body.id).toBe(message.id)
  expect((await send(ben, { mediaIds: mediaIds.toReversed(), clientId })).status).toBe(400)

  const [box] = (await t.call(listConversations, { as: marit })).body
  expect(box.last).toMatchObject({ excerpt: '', attachmentCount: 2 })
  for (const as of [ben, marit]) {
    const [seen] = (await t.call(listMessages, { as })).body as Message[]
    const urls = [
      seen?.attachments[0]?.document?.url ?? '',
      seen?.attachments[1]?.picture.originalUrl ?? '',
    ]
    for (const url of urls) {
      expect(url).toMatch(/\?expires=\d+&signature=[0-9a-f]{64}$/)
      expect(await statusOf(url)).toBe(200)
      expect(await statusOf(url.replace(/\?.*/, ''))).toBe(404)
      expect(await statusOf(url.replace(/.$/, (last) => (last === '0' ? '1' : '0')))).toBe(403)
    }
  }
})

it('a sent file that finishes processing is pushed to both people', async () => {
  const { id: mediaId } = await upload(ben, 'cup.png', await makePicture('image/png'))
  const { conversationId } = await writeMessage(t, ben, marit, { mediaIds: [mediaId] })
  const stateOf = async () =>
    ((await t.call(listMessages, { as: marit })).body as Message[])[0]?.attachments[0]?.picture
      .state
  await expect.poll(stateOf, SOON).toBe('ready')
  const pushed = vi.spyOn(t.deps.live, 'messagesMoved')
  await t.deps.jobs.publish(t.deps.db, SETTLED, { mediaId })
  await expect
    .poll(() => pushed.mock.calls, SOON)
    .toContainEqual([conversationId, [ben.id, marit.id]])
  vi.restoreAllMocks()
})

it('a file in a message is kept, and is public only where it is published', async () => {
  const { db } = t.deps
  const media = await upload(ben, 'jar.png', await makePicture('image/png'))
  await writeMessage(t, ben, marit, { mediaIds: [media.id.toUpperCase(), media.id] })
  const [message] = (await t.call(listMessages, { as: ben })).body as Message[]
  expect(message?.attachments).toHaveLength(1)
  const kept = await t.call(deleteMedia, { as: ben, params: { id: media.id } })
  expect(kept.body.code).toBe('conflict')
  const url = `/media/${media.id}/original.png`
  expect(await statusOf(url)).toBe(404)
  await addListedWork(db, { creatorId: ben.id, mediaId: media.id })
  // A file that is already public can be sent and stays public.
  await writeMessage(t, ben, marit, { mediaIds: [media.id] })
  expect(await statusOf(url)).toBe(200)
})

it('only own, intact files can be sent', async () => {
  const own = await upload(ben, 'own.txt', Buffer.from('Own'))
  const foreign = await upload(marit, 'foreign.txt', Buffer.from('Foreign'))
  const failed = await upload(ben, 'failed.txt', Buffer.from('Failed'))
  await t.deps.db
    .updateTable('media')
    .set({ state: 'failed' })
    .where('id', '=', failed.id)
    .execute()
  for (const id of [foreign.id, failed.id, newId()]) {
    const { status, body } = await send(ben, { mediaIds: [own.id, id] })
    expect([status, body.message]).toEqual([
      404,
      'We couldn’t find this upload. Upload the file again.',
    ])
  }
  expect((await send(ben, { mediaIds: [own.id, own.id] })).status).toBe(400)
  expect(await statusOf(own.url)).toBe(200)
})
