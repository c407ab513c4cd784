import {
  getBrief,
  getBriefForm,
  getInquiryBrief,
  listBriefs,
  resendBrief,
  saveBriefDraft,
  sendBrief,
  thankForBrief,
  type Brief,
  type BriefAnswerState,
} from '@plinth/contract/boards/briefs.ts'
import {
  addToBoard,
  changeBoardItem,
  createBoard,
  deleteBoard,
  listBoardItems,
  putBoardPerson,
  removeFromBoard,
} from '@plinth/contract/boards/boards.ts'
import { MAX_BRIEF_CREATORS, MAX_BRIEF_REFERENCES } from '@plinth/contract/limits.ts'
import {
  declineInquiry,
  listMessages,
  sendMessage,
  sendQuote,
  type Message,
} from '@plinth/contract/messages/messages.ts'
import { HELD_AFTER_PEOPLE } from '@plinth/contract/moderation/held.ts'
import { blockUser, unblockUser } from '@plinth/contract/people/blocks.ts'
import { deletePortfolio } from '@plinth/contract/portfolios/portfolios.ts'
import { acceptOffer, payDeposit } from '@plinth/contract/projects/project-calls.ts'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import type { NamedPerson, Person } from '../../../../test/app.ts'
import { idsOf, walkIds } from '../../../../test/content/lists.ts'
import { makePost } from '../../../../test/content/posts.ts'
import { dayIn } from '../../../../test/content/projects.ts'
import { makeWork } from '../../../../test/content/works.ts'
import { paidApp } from '../../../../test/money/cards.ts'
import { SWEEP } from '../../../core/media/media-rules.ts'
import { newId } from '../../../db/id.ts'

const t = paidApp()
let ben: NamedPerson
let rosa: NamedPerson
let marit: NamedPerson
let rafael: NamedPerson
let eliska: NamedPerson
let stranger: NamedPerson
let jar: string
let mosaic: string
let sun: string
let post: string
let boardId: string
/** The jar, the mosaic, the sun (not wanted) and the post, in this order. */
let itemIds: string[]

beforeEach(async () => {
  ;[ben, rosa, stranger] = (await Promise.all(
    ['Ben', 'Rosa', 'Stranger'].map((name) => t.person(name)),
  )) as [NamedPerson, NamedPerson, NamedPerson]
  ;[marit, rafael, eliska] = (await Promise.all(
    ['Marit', 'Rafael', 'Eliska'].map((name) => t.person(name, { isCreator: true })),
  )) as [NamedPerson, NamedPerson, NamedPerson]
  jar = await makeWork(t.deps, marit, { title: 'Moon Jar', priceCents: 28_000 })
  mosaic = await makeWork(t.deps, rafael, { title: 'Carp', priceCents: 180_000 })
  sun = await makeWork(t.deps, eliska, { title: 'Red Sun', priceCents: 48_000 })
  post = await makePost(t.deps, marit, { title: 'Glaze test' })
  const board = { title: 'The second dining room', workId: jar }
  boardId = (await t.call(createBoard, { as: ben, body: board })).body.id
  for (const body of [{ workId: mosaic }, { workId: sun }, { postId: post }])
    await t.call(addToBoard, { as: ben, params: { id: boardId }, body })
  await share(rosa, 'edit')
  itemIds = idsOf(await t.call(listBoardItems, { as: ben, params: { id: boardId } }))
  await change(rosa, itemIds[0], { note: 'Glaze like the white one.' })
  await change(ben, itemIds[2], { note: 'Not as red.', isAgainst: true })
})

const share = (who: Person, role: string) =>
  t.call(putBoardPerson, { as: ben, params: { id: boardId, userId: who.id }, body: { role } })
const change = (as: Person, itemId = '', body: object = {}) =>
  t.call(changeBoardItem, { as, params: { id: boardId, itemId }, body })
const form = (as: Person = ben) => t.call(getBriefForm, { as, params: { id: boardId } })
const bodyOf = (more: object = {}) => ({
  content: 'Plates for forty seats.',
  budget: '$1000-$2500',
  timeline: '2-3 months',
  neededBy: dayIn(t, 90),
  sendsNotes: true,
  itemIds: itemIds.slice(0, 3),
  creatorIds: [marit.id, rafael.id],
  ...more,
})
const keep = (as: Person | undefined, more: object = {}) =>
  t.call(saveBriefDraft, { as, params: { id: boardId }, body: bodyOf(more) })
const ask = (as: Person | undefined, more: object = {}) =>
  t.call(sendBrief, { as, params: { id: boardId }, body: bodyOf({ clientId: newId(), ...more }) })
const sent = async (more: object = {}): Promise<Brief> => {
  const { status, body } = await ask(ben, more)
  expect(status, JSON.stringify(body)).toBe(201)
  return body
}
const read = (as: Person | undefined, id: string) => t.call(getBrief, { as, params: { id } })
const statesOf = ({ answers }: Brief): BriefAnswerState[] => answers.map(({ state }) => state)
const inquiryTo = async (to: Person): Promise<Message | undefined> =>
  (await t.call(listMessages, { as: to })).body.find(
    ({ messageType }: Message) => messageType === 'business_inquiry',
  )
const inquiryBrief = (as: Person | undefined, id = '') =>
  t.call(getInquiryBrief, { as, params: { id } })

describe('the form', () => {
  it('has what is on the board, and suggests its makers with their prices', async () => {
    const { status, body } = await form()
    expect(status).toBe(200)
    expect(body).toMatchObject({
      board: { id: boardId, title: 'The second dining room' },
      itemCount: 4,
      draft: null,
      creators: [
        {
          person: { id: marit.id },
          workCount: 1,
          isAgainst: false,
          work: { id: jar, title: 'Moon Jar', startingPrice: 280 },
        },
        { person: { id: rafael.id }, work: { id: mosaic, startingPrice: 1800 } },
        { person: { id: eliska.id }, workCount: 0, isAgainst: true, work: { id: sun } },
      ],
    })
    expect(idsOf({ body: body.items })).toEqual(itemIds)
  })

  it('leaves out people who are blocked, gone or no creators', async () => {
    await t.call(blockUser, { as: rafael, params: { id: ben.id } })
    await sql`update users set creator_granted = false where id = ${eliska.id}`.execute(t.deps.db)
    const { body } = await form()
    expect(body.creators.map(({ person }: { person: Person }) => person.id)).toEqual([marit.id])
  })

  it('is for the owner and those who may edit', async () => {
    expect((await form(rosa)).status).toBe(200)
    await share(rosa, 'view')
    for (const [as, status] of [
      [rosa, 404],
      [stranger, 404],
      [undefined, 401],
    ] as const)
      expect((await t.call(getBriefForm, { as, params: { id: boardId } })).status).toBe(status)
  })
})

describe('a draft', () => {
  it('is kept for its writer, without what is gone meanwhile', async () => {
    const { handle: _, ...found } = await t.person('Found', { isCreator: true })
    const creatorIds = [found.id, marit.id, stranger.id]
    expect((await keep(ben, { content: '', budget: null, creatorIds })).status).toBe(204)
    await t.call(removeFromBoard, { as: ben, params: { id: boardId, itemId: itemIds[1] ?? '' } })
    const { body } = await form()
    expect(body.draft).toMatchObject({
      content: '',
      budget: null,
      timeline: '2-3 months',
      neededBy: dayIn(t, 90),
      sendsNotes: true,
      itemIds: [itemIds[0], itemIds[2]],
      creatorIds: [found.id, marit.id],
    })
    expect(body.creators.at(-1)).toMatchObject({
      person: { id: found.id },
      workCount: 0,
      work: null,
      isAgainst: false,
    })
    expect((await form(rosa)).body.draft).toBe(null)
    expect((await keep(ben, { content: 'Bowls, too.' })).status).toBe(204)
    expect((await form()).body.draft.content).toBe('Bowls, too.')
  })

  it('needs a session, a board to edit and sound fields', async () => {
    await share(rosa, 'view')
    expect((await keep(undefined)).status).toBe(401)
    expect((await keep(stranger)).status).toBe(404)
    expect((await keep(rosa)).status).toBe(404)
    const many = Array.from({ length: MAX_BRIEF_CREATORS + 1 }, newId)
    for (const more of [
      { budget: '$7' },
      { neededBy: 'soon' },
      { creatorIds: many },
      { itemIds: [...many, newId()] },
      { content: 'x'.repeat(2_001) },
    ])
      expect((await keep(ben, more)).status).toBe(400)
  })
})

describe('sending', () => {
  it('sends one inquiry to each, and drops the draft', async () => {
    await keep(ben)
    const brief = await sent()
    expect(brief).toMatchObject({
      boardId,
      title: 'The second dining room',
      content: 'Plates for forty seats.',
      budget: '$1000-$2500',
      timeline: '2-3 months',
      neededBy: dayIn(t, 90),
      references: [
        { kind: 'work', id: jar, title: 'Moon Jar', maker: { id: marit.id }, isAgainst: false },
        { kind: 'work', id: mosaic, note: '' },
        { kind: 'work', id: sun, note: 'Not as red.', isAgainst: true },
      ],
      answers: [
        { person: { id: marit.id }, state: 'waiting', problem: null, price: null, isTold: false },
        { person: { id: rafael.id }, state: 'waiting' },
      ],
    })
    for (const maker of [marit, rafael])
      expect(await inquiryTo(maker)).toMatchObject({
        senderId: ben.id,
        subject: 'The second dining room',
        content: 'Plates for forty seats.',
        budget: '$1000-$2500',
        timeline: '2-3 months',
        hasBrief: true,
        work: null,
      })
    expect(await inquiryTo(eliska)).toBeUndefined()
    expect((await form()).body.draft).toBe(null)
  })

  it('sends a brief once, also at the same time', async () => {
    const clientId = newId()
    const answers = await Promise.all([1, 2, 3].map(() => ask(ben, { clientId })))
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    expect((await ask(ben, { clientId })).body.id).toBe(answers[0]?.body.id)
    for (const maker of [marit, rafael])
      expect((await t.call(listMessages, { as: maker })).body).toHaveLength(1)
    expect((await t.call(listBriefs, { as: ben, params: { id: boardId } })).body).toHaveLength(1)
  })

  it('says which did not go, and tries only those again', async () => {
    await t.call(blockUser, { as: rafael, params: { id: ben.id } })
    const brief = await sent({ itemIds: itemIds.slice(0, 1) })
    expect(statesOf(brief)).toEqual(['waiting', 'unsent'])
    expect(brief.answers[1]?.problem).toBe('You can’t write to this person.')
    const lines = await t.call(listBriefs, { as: ben, params: { id: boardId } })
    expect(lines.body).toMatchObject([{ id: brief.id, sentCount: 1, unsentCount: 1 }])
    const retry = () => t.call(resendBrief, { as: ben, params: { id: brief.id } })
    expect(statesOf((await retry()).body)).toEqual(['waiting', 'unsent'])
    await t.call(unblockUser, { as: rafael, params: { id: ben.id } })
    const { body } = await retry()
    expect(statesOf(body)).toEqual(['waiting', 'waiting'])
    expect(body.answers[1].problem).toBe(null)
    expect(statesOf((await retry()).body)).toEqual(['waiting', 'waiting'])
    for (const maker of [marit, rafael])
      expect((await t.call(listMessages, { as: maker })).body).toHaveLength(1)
    expect((await t.call(resendBrief, { params: { id: brief.id } })).status).toBe(401)
    expect((await t.call(resendBrief, { as: rosa, params: { id: brief.id } })).status).toBe(404)
  })

  it('holds what goes to many people, like any message', async () => {
    const content =
      'Plates and bowls for forty seats, something for the back wall and cloth for the benches.'
    for (let at = 0; at < HELD_AFTER_PEOPLE; at += 1) {
      const receiver = await t.person(`Person ${at}`)
      const body = { receiverId: receiver.id, content }
      await t.call(sendMessage, { as: ben, body })
    }
    const brief = await sent({ content })
    expect(statesOf(brief)).toEqual(['held', 'held'])
    expect(await inquiryTo(marit)).toBeUndefined()
    const { body } = await t.call(resendBrief, { as: ben, params: { id: brief.id } })
    expect(statesOf(body)).toEqual(['held', 'held'])
  })

  it('refuses what is not on the board, people who can’t be asked, and missing fields', async () => {
    const other = await makeWork(t.deps, marit)
    await t.call(deletePortfolio, { as: rafael, params: { id: mosaic } })
    for (const [more, field] of [
      [{ itemIds: [other] }, 'itemIds'],
      [{ itemIds: [itemIds[1]] }, 'itemIds'],
      [{ itemIds: [] }, 'itemIds'],
      [{ itemIds: Array.from({ length: MAX_BRIEF_REFERENCES + 1 }, newId) }, 'itemIds'],
      [{ creatorIds: [] }, 'creatorIds'],
      [{ creatorIds: [stranger.id] }, 'creatorIds'],
      [{ creatorIds: [ben.id] }, 'creatorIds'],
      [{ creatorIds: [newId()] }, 'creatorIds'],
      [{ content: ' ' }, 'content'],
      [{ budget: null }, 'budget'],
      [{ timeline: null }, 'timeline'],
      [{ neededBy: dayIn(t, -2) }, 'neededBy'],
    ] as const) {
      const { status, body } = await ask(ben, { itemIds: [itemIds[0]], ...more })
      expect([status, Object.keys(body.fields)], JSON.stringify(more)).toEqual([400, [field]])
    }
    expect((await t.call(listBriefs, { as: ben, params: { id: boardId } })).body).toEqual([])
    expect((await t.call(listMessages, { as: marit })).body).toEqual([])
  })

  it('is for the owner and those who may edit, each with briefs of their own', async () => {
    const clientId = newId()
    const own = await sent({ clientId, creatorIds: [marit.id] })
    const theirs = await ask(rosa, { clientId, creatorIds: [rafael.id] })
    expect(theirs.status).toBe(201)
    expect(await inquiryTo(rafael)).toMatchObject({ senderId: rosa.id })
    for (const [as, id] of [
      [ben, own.id],
      [rosa, theirs.body.id],
    ] as const)
      expect(await walkIds(t, listBriefs, { as, params: { id: boardId } })).toEqual([id])
    expect((await read(rosa, own.id)).status).toBe(404)
    await share(rosa, 'view')
    expect((await ask(rosa)).status).toBe(404)
    expect((await t.call(listBriefs, { as: rosa, params: { id: boardId } })).status).toBe(404)
    expect((await ask(stranger)).status).toBe(404)
    expect((await ask(undefined)).status).toBe(401)
    expect((await t.call(listBriefs, { params: { id: boardId } })).status).toBe(401)
    // What somebody sent stays theirs.
    expect((await read(rosa, theirs.body.id)).status).toBe(200)
  })

  it('lists them page by page', async () => {
    const ids: string[] = []
    for (const content of ['One of oak.', 'Two bowls, blue.', 'A cloth for benches.'])
      ids.unshift((await sent({ content, creatorIds: [marit.id] })).id)
    const query = { limit: 2 }
    const list = { as: ben, params: { id: boardId }, query }
    expect(await walkIds(t, listBriefs, list)).toEqual(ids)
    expect((await t.call(listBriefs, { ...list, query: { cursor: 'x' } })).status).toBe(400)
  })
})

describe('the creator’s side', () => {
  it('shows references of a private board, notes without names, and how many others', async () => {
    const brief = await sent({ creatorIds: [marit.id, rafael.id, eliska.id] })
    const { id } = (await inquiryTo(marit)) as Message
    const { status, body } = await inquiryBrief(marit, id)
    expect(status).toBe(200)
    expect(body).toEqual({
      references: brief.references,
      neededBy: dayIn(t, 90),
      otherCount: 2,
      briefId: null,
      boardId: null,
    })
    expect(JSON.stringify(body)).not.toContain(rosa.id)
    expect((await inquiryBrief(ben, id)).body).toMatchObject({ briefId: brief.id, boardId })
    expect((await t.call(listBoardItems, { as: marit, params: { id: boardId } })).status).toBe(404)
    for (const [as, refused] of [
      [rafael, 404],
      [rosa, 404],
      [undefined, 401],
    ] as const)
      expect((await inquiryBrief(as, id)).status).toBe(refused)
    expect((await inquiryBrief(marit, newId())).status).toBe(404)
  })

  it('keeps notes as they were when sent, and sends none unless asked to', async () => {
    await sent({ creatorIds: [marit.id] })
    await change(ben, itemIds[0], { note: 'Something for us only.' })
    await sent({ creatorIds: [rafael.id], sendsNotes: false })
    const notesOf = async (who: Person) => {
      const { body } = await inquiryBrief(who, (await inquiryTo(who))?.id)
      return body.references.map(({ note }: { note: string }) => note)
    }
    expect(await notesOf(marit)).toEqual(['Glaze like the white one.', '', 'Not as red.'])
    expect(await notesOf(rafael)).toEqual(['', '', ''])
  })

  it('shows nothing that was deleted, taken down or hidden, and outlives the board', async () => {
    const { id: briefId } = await sent({ itemIds, creatorIds: [marit.id] })
    const { id } = (await inquiryTo(marit)) as Message
    const shown = async () =>
      (await inquiryBrief(marit, id)).body.references.map((one: { id: string }) => one.id)
    expect(await shown()).toEqual([jar, mosaic, sun, post])
    await t.call(deletePortfolio, { as: rafael, params: { id: mosaic } })
    expect(await shown()).toEqual([jar, sun, post])
    await t.call(blockUser, { as: eliska, params: { id: marit.id } })
    expect(await shown()).toEqual([jar, post])
    await sql`update posts set is_public = false where id = ${post}`.execute(t.deps.db)
    // Her own post stays on her side, and leaves the sender's.
    expect(await shown()).toEqual([jar, post])
    const ofSender = (await inquiryBrief(ben, id)).body.references
    expect(ofSender.map((one: { id: string }) => one.id)).toEqual([jar, sun])
    await t.call(deleteBoard, { as: ben, params: { id: boardId } })
    expect(await shown()).toEqual([jar, post])
    expect((await read(ben, briefId)).body).toMatchObject({
      boardId: null,
      title: 'The second dining room',
    })
  })

  it('shows uploaded pictures, whose files are kept as long as the brief', async () => {
    const mediaId = newId()
    await sql`
      insert into media (id, owner_id, kind, state, file_name, content_type, extension, received_bytes,
        bytes, width, height, alt)
      values (${mediaId}::uuid, ${rosa.id}::uuid, 'image', 'ready', 'room.png', 'image/png', 'png', 9,
        9, 400, 300, 'The back wall')`.execute(t.deps.db)
    const params = { id: boardId }
    const added = await t.call(addToBoard, { as: rosa, params, body: { mediaId } })
    const { itemId } = added.body
    const brief = await sent({ itemIds: [itemId], creatorIds: [marit.id] })
    const shown = {
      kind: 'picture',
      id: mediaId,
      title: 'The back wall',
      maker: { id: rosa.id },
      picture: { id: mediaId, signature: expect.stringContaining('signature=') },
    }
    expect(brief.references).toMatchObject([shown])
    const inquiry = await inquiryTo(marit)
    const seen = async (as: Person) => (await inquiryBrief(as, inquiry?.id)).body.references
    expect(await seen(marit)).toMatchObject([shown])
    expect((await inquiryBrief(eliska, inquiry?.id)).status).toBe(404)

    // Neither the board nor its picture is needed any more.
    await t.call(removeFromBoard, { as: ben, params: { ...params, itemId } })
    await t.call(deleteBoard, { as: ben, params })
    await sql`update removed_board_pictures set removed_at = now() - interval '2 hours'`.execute(
      t.deps.db,
    )
    await t.runJob(SWEEP)
    expect(await seen(marit)).toMatchObject([shown])
    await t.call(blockUser, { as: marit, params: { id: rosa.id } })
    expect(await seen(marit)).toEqual([])
    expect((await read(ben, brief.id)).body.references).toMatchObject([shown])
  })

  it('is there for inquiries from a board alone', async () => {
    const body = { receiverId: marit.id, content: 'A jar.', messageType: 'business_inquiry' }
    const plain = await t.call(sendMessage, {
      as: ben,
      body: { ...body, budget: '$100-$500', timeline: 'ASAP' },
    })
    expect(plain.body.hasBrief).toBe(false)
    expect((await inquiryBrief(marit, plain.body.id)).status).toBe(404)
  })
})

describe('the answers', () => {
  it('are shown side by side, and the others are told once when somebody was hired', async () => {
    const brief = await sent({ creatorIds: [marit.id, rafael.id, eliska.id] })
    const states = async () => statesOf((await read(ben, brief.id)).body)
    const thank = (as: Person = ben) => t.call(thankForBrief, { as, params: { id: brief.id } })
    expect((await thank()).status).toBe(409)

    const { body: replied } = await t.call(sendMessage, {
      as: rafael,
      body: { receiverId: ben.id, subject: brief.title, content: 'How thick is the wall?' },
    })
    expect(await states()).toEqual(['waiting', 'answered', 'waiting'])
    await t.call(declineInquiry, {
      as: eliska,
      params: { id: (await inquiryTo(eliska))?.id ?? '' },
      body: { content: 'No room.' },
    })
    const { body: quoted } = await t.call(sendQuote, {
      as: marit,
      params: { id: (await inquiryTo(marit))?.id ?? '' },
      body: { price: 1200, deliverBy: dayIn(t, 60) },
    })
    const { body } = await read(ben, brief.id)
    expect(body.answers).toMatchObject([
      {
        state: 'quoted',
        price: 1200,
        deliverBy: dayIn(t, 60),
        projectId: quoted.quote.projectId,
        conversationId: quoted.conversationId,
      },
      {
        state: 'answered',
        price: null,
        conversationId: replied.conversationId,
        answeredAt: replied.createdAt,
      },
      { state: 'declined', price: null },
    ])

    const params = { id: quoted.quote.projectId, offerId: quoted.id }
    expect((await t.call(acceptOffer, { as: ben, params })).status).toBe(200)
    expect(await states()).toEqual(['quoted', 'answered', 'declined'])
    const { body: checkout } = await t.call(payDeposit, { as: ben, params: { id: params.id } })
    await t.cards.pay(checkout.url)
    await t.cards.deliverWebhooks()
    expect(await states()).toEqual(['hired', 'answered', 'declined'])

    expect((await thank(rosa)).status).toBe(404)
    const answers = await Promise.all([thank(), thank()])
    for (const answer of answers)
      expect(answer.body.answers.map(({ isTold }: { isTold: boolean }) => isTold)).toEqual([
        false,
        true,
        false,
      ])
    const { body: messages } = await t.call(listMessages, { as: rafael })
    expect(
      messages.filter(({ content }: Message) => content.startsWith('I’ve found somebody')),
    ).toMatchObject([{ senderId: ben.id, conversationId: replied.conversationId }])
  })

  it('are for the sender alone', async () => {
    const { id } = await sent()
    for (const [as, status] of [
      [rosa, 404],
      [marit, 404],
      [undefined, 401],
    ] as const) {
      expect((await read(as, id)).status).toBe(status)
      expect((await t.call(thankForBrief, { as, params: { id } })).status).toBe(status)
    }
    expect((await read(ben, newId())).status).toBe(404)
    expect((await t.call(getBrief, { as: ben, params: { id: 'no-id' } })).status).toBe(400)
  })
})
