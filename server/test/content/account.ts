import { blockUser } from '@plinth/contract/people/blocks.ts'
import { createComment, likeComment } from '@plinth/contract/posts/comments.ts'
import { uploadMedia } from '@plinth/contract/media/media.ts'
import { addProof } from '@plinth/contract/moderation/cases.ts'
import { createReport } from '@plinth/contract/moderation/moderation.ts'
import {
  createPortfolio,
  likePortfolio,
  savePortfolio,
} from '@plinth/contract/portfolios/portfolios.ts'
import {
  createPost,
  hidePost,
  likePost,
  savePost,
  sharePost,
  showLessOf,
} from '@plinth/contract/posts/posts.ts'
import { createSeries } from '@plinth/contract/portfolios/series.ts'
import { arrangeEntry } from '@plinth/contract/portfolios/walls.ts'
import { writeReview } from '@plinth/contract/projects/reviews.ts'
import { updateProfile } from '@plinth/contract/people/profile.ts'
import { followUser } from '@plinth/contract/people/users.ts'
import type { EndpointDefinition } from '@plinth/contract/http/endpoint.ts'
import { expect } from 'vitest'
import { newId } from '../../src/db/id.ts'
import type { Person } from '../app.ts'
import {
  addToBoard,
  createBoard,
  listBoardItems,
  putBoardPerson,
} from '@plinth/contract/boards/boards.ts'
import { saveBriefDraft, sendBrief } from '@plinth/contract/boards/briefs.ts'
import { getDraft, publishDraft, saveDraft } from '@plinth/contract/portfolios/drafts.ts'
import { answerCredit, listCredits } from '@plinth/contract/portfolios/credits.ts'
import type { Block } from '@plinth/contract/portfolios/studies.ts'
import type { PaidApp } from '../money/cards.ts'
import { writeMessage } from './messages.ts'
import { makePicture } from '../media/pictures.ts'
import { formOf } from './posts.ts'
import { hiring } from './projects.ts'
import { makeWork } from './works.ts'

/** A person with content and activity, and the people they have it with. */
export interface PopulatedAccount {
  person: Person
  other: Person
  third: Person
  /** A word in everything this person wrote, except for what others keep. */
  canary: string
  postId: string
  workId: string
  commentId: string
  /** A post of `other`, with one comment by each of the two. */
  otherPostId: string
  projectId: string
  mediaIds: string[]
}

/** Creates a person with a bit of everything, through the API. */
export async function populateAccount(t: PaidApp, canary: string): Promise<PopulatedAccount> {
  const person = await t.person(canary, { isCreator: true, lastName: `${canary}sson` })
  const other = await t.person('Otto', { isCreator: true, lastName: 'Other' })
  const third = await t.person('Tilda')
  const ask = async <T = { id: string }>(
    endpoint: EndpointDefinition,
    as: Person,
    id: string | null,
    body?: object,
  ): Promise<T> => {
    const answer = await t.call(endpoint, { as, params: id === null ? {} : { id }, body })
    expect(answer.status, `${endpoint.path}: ${JSON.stringify(answer.body)}`).toBeLessThan(300)
    return answer.body as T
  }
  const mediaIds: string[] = []
  // Too small to need renditions, except for a portrait.
  const upload = async (
    as: Person,
    side = 48,
    name = as === person ? canary : 'other',
  ): Promise<{ id: string; url: string }> => {
    const { body } = await t.request({
      method: 'POST',
      url: `${uploadMedia.path}?fileName=${name}.png`,
      as,
      payload: await makePicture('image/png', side, side),
      headers: { 'content-type': 'application/octet-stream' },
    })
    if (as === person) mediaIds.push(body.id)
    return body
  }
  const post = async (as: Person, title: string): Promise<{ id: string }> => {
    const parts = {
      title,
      description: `Shown by ${title}.`,
      tags: JSON.stringify([`tag-${title}`]),
      media_0: (await upload(as)).url,
    }
    const form = await formOf(Object.entries(parts).map(([name, value]) => ({ name, value })))
    const { status, body } = await t.request({ method: 'POST', url: createPost.path, as, ...form })
    expect(status, JSON.stringify(body)).toBe(201)
    return body
  }

  await ask(updateProfile, person, null, {
    bio: `I am ${canary}.`,
    location: `${canary} town`,
    website: `https://${canary}.example.com`,
    socialLinks: { instagram: canary },
    profileColors: { background: '#0E1A1C', text: '#F4EBDD', accent: '#F2A65A' },
    profileImageUrl: (await upload(person, 400)).url,
  })
  const { id: postId } = await post(person, canary)
  const { id: otherPostId } = await post(other, 'Others')
  const { id: workId } = await ask(createPortfolio, person, null, {
    title: `${canary} jar`,
    description: `By ${canary}.`,
    category: 'crafting',
    fileUrl: (await upload(person)).url,
    fileName: `${canary}.png`,
    tags: [canary],
    startingPrice: 100,
  })
  const otherWork = await makeWork(t.deps, other, { title: 'Moon Jar', priceCents: 100_000 })

  const series = { title: `${canary} series`, description: `By ${canary}`, workIds: [workId] }
  const { id: seriesId } = await ask(createSeries, person, null, series)
  const front = { as: person, params: { id: seriesId }, body: { after: null } }
  expect((await t.call(arrangeEntry, front)).status).toBe(200)

  const { id: commentId } = await ask(createComment, person, otherPostId, {
    content: `So well lit, says ${canary}.`,
  })
  const { id: theirs } = await ask(createComment, other, postId, { content: 'Thank you.' })
  await ask(createComment, other, otherPostId, { content: 'It is.', parentId: commentId })
  await ask(createComment, person, postId, { content: `${canary} again`, parentId: theirs })
  await ask(likeComment, person, theirs)
  await ask(likeComment, other, commentId)
  for (const [endpoint, id] of [
    [likePost, otherPostId],
    [savePost, otherPostId],
    [sharePost, otherPostId],
    [likePortfolio, otherWork],
    [savePortfolio, otherWork],
    [followUser, other.id],
  ] as const)
    await ask(endpoint, person, id)
  await ask(followUser, other, person.id)
  await ask(likePost, other, postId)
  await ask(hidePost, person, otherPostId, { hidden: true })
  await ask(showLessOf, person, other.id, { less: true })
  const own = { title: `${canary} room`, description: `For ${canary}`, workId: otherWork }
  const { id: boardId } = await ask(createBoard, person, null, own)
  await ask(addToBoard, person, boardId, { postId: otherPostId, note: `${canary} likes it` })
  const { id: sharedId } = await ask(createBoard, other, null, { title: 'Others' })
  const asked = { params: { id: sharedId, userId: person.id }, body: { role: 'edit' } }
  expect((await t.call(putBoardPerson, { as: other, ...asked })).status).toBe(204)
  await ask(addToBoard, person, sharedId, { workId: otherWork, note: `${canary} likes this` })
  const { id: pictureId } = await upload(person)
  await ask(addToBoard, person, sharedId, { mediaId: pictureId, note: `${canary} took this` })
  await writeBriefs(t, { person, other, workId: otherWork, canary })
  await writeStudies(t, { person, other, workId, otherWork, canary })
  await ask(createReport, person, null, { kind: 'post', id: otherPostId, reason: 'spam' })
  const proof = { kind: 'post', id: otherPostId }
  const proven = { as: person, params: proof, body: { text: 'The same ad twice.' } }
  expect((await t.call(addProof, proven)).status).toBe(201)
  await ask(blockUser, person, third.id)

  const { id: drawn } = await upload(person, 48, 'attached')
  const { id: attached } = await upload(person, 48, 'attached')
  await writeMessage(t, person, other, { text: 'Mine to you.', mediaIds: [attached] })
  await writeMessage(t, other, person, { text: 'Mine to you, from the other.' })

  const pair = { client: person, creator: other, workId: otherWork, priceCents: 100_000 }
  const { id: projectId } = await hiring(t, pair).in('completed', {
    mediaIds: [drawn],
    references: [{ kind: 'work', id: otherWork, note: 'As round as this.' }],
  })
  await ask(writeReview, person, projectId, { rating: 5, text: 'A fine jar.' })
  await ask(writeReview, other, projectId, { rating: 4, text: 'Paid in time.' })
  return {
    person,
    other,
    third,
    canary,
    postId,
    workId,
    commentId,
    otherPostId,
    projectId,
    mediaIds,
  }
}

/** A brief that the person sent from a board, and a draft of the next one. */
async function writeBriefs(
  t: PaidApp,
  {
    person,
    other,
    workId,
    canary,
  }: { person: Person; other: Person; workId: string; canary: string },
): Promise<void> {
  // Its title becomes the subject, which the other person keeps.
  const board = await t.call(createBoard, { as: person, body: { title: 'Forty seats', workId } })
  const params = { id: board.body.id }
  const items = await t.call(listBoardItems, { as: person, params })
  const fields = {
    content: 'Mine to you, from a board.',
    budget: 'negotiable',
    timeline: 'ASAP',
    neededBy: null,
    sendsNotes: false,
    itemIds: [items.body[0].id],
    creatorIds: [other.id],
  }
  const brief = { ...fields, clientId: newId() }
  expect((await t.call(sendBrief, { as: person, params, body: brief })).status).toBe(201)
  const draft = { ...fields, content: `Next for ${canary}` }
  expect((await t.call(saveBriefDraft, { as: person, params, body: draft })).status).toBe(204)
}

/** A case study of the person, and one of the other that names them. */
async function writeStudies(
  t: PaidApp,
  {
    person,
    other,
    workId,
    otherWork,
    canary,
  }: { person: Person; other: Person; workId: string; otherWork: string; canary: string },
): Promise<void> {
  const publish = async (as: Person, id: string, block: Block) => {
    const at = { as, params: { id } }
    const { title, description, coverId } = (await t.call(getDraft, at)).body
    const body = { title, description, coverId, blocks: [block], base: 0 }
    expect((await t.call(saveDraft, { ...at, body })).status).toBe(200)
    expect((await t.call(publishDraft, { ...at, body: { revision: 1 } })).status).toBe(200)
  }
  const spans = [{ text: `How ${canary} works.` }]
  await publish(person, workId, {
    id: newId(),
    type: 'text',
    parts: [{ kind: 'paragraph', spans }],
  })
  const line = { id: newId(), personId: person.id, role: 'Lettering' }
  await publish(other, otherWork, { id: newId(), type: 'credits', people: [line] })
  const [credit] = (await t.call(listCredits, { as: person })).body
  const answer = { as: person, params: { id: credit.id }, body: { state: 'accepted' } }
  expect((await t.call(answerCredit, answer)).status).toBe(200)
}
