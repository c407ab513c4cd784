import { CATEGORIES, CATEGORY_SLUGS } from '@plinth/contract/choices.ts'
import { sendMessage } from '@plinth/contract/messages/messages.ts'
import { readNotifications } from '@plinth/contract/notifications/notifications.ts'
import { deleteAccount } from '@plinth/contract/people/account.ts'
import { followUser } from '@plinth/contract/people/users.ts'
import type { ViewSource } from '@plinth/contract/people/views.ts'
import {
  createPortfolio,
  deletePortfolio,
  likePortfolio,
  updatePortfolio,
} from '@plinth/contract/portfolios/portfolios.ts'
import { createComment } from '@plinth/contract/posts/comments.ts'
import {
  createPost,
  deletePost,
  likePost,
  listForYou,
  updatePost,
} from '@plinth/contract/posts/posts.ts'
import type { Database } from '../../src/db/pool.ts'
import { makeText, type Vocabulary } from '../large/vocabulary.ts'
import type { Random } from '../random.ts'
import type { Callers, Person } from './people.ts'
import { copyPicture, type Known } from './queries.ts'

/** What a thousand members do in a day, besides visits. */
export const PER_THOUSAND = {
  publishPost: 15,
  publishWork: 10,
  editPost: 4,
  editWork: 3,
  removePost: 2,
  removeWork: 1,
  sendMessage: 60,
  inquire: 2,
  signUp: 3,
  leave: 0.5,
} as const
export type Deed = keyof typeof PER_THOUSAND
export const DEEDS = Object.keys(PER_THOUSAND) as Deed[]

/** Of 1,000 members 300 come a day, twice; each looks at 40 things, likes 4, follows 0.3 and writes 0.5 comments. */
export const SHARE_WHO_COME = 0.3
export const VISITS = 2
const POSTS_SEEN = 12
const WORKS_SEEN = 8
const LIKES = 2
const FOLLOWS = 0.15
const COMMENTS = 0.25
const READS = 0.5
/** Ranking For You takes as long as everything else in a visit, so only some visits do. */
const FOR_YOU = 0.05

const SOURCES: readonly ViewSource[] = ['for_you', 'wall', 'search', 'profile', 'tag', 'link']

interface Thing {
  id: string
  creatorId: string
}

/** Things of one kind, of which the newest and a few old ones are looked at most. */
class Shelf {
  private readonly newest: Thing[]
  private readonly famous: Thing[]
  private readonly random: Random
  constructor(things: readonly Thing[], random: Random) {
    this.random = random
    this.newest = [...things]
    this.famous = things.toSorted((a, b) => (a.id.slice(-8) < b.id.slice(-8) ? -1 : 1))
  }
  any(): Thing {
    const list = this.random.chance(0.5) ? this.newest : this.famous
    return list[this.random.rank(list.length)] as Thing
  }
  /** The newest or one of the last few hundred. */
  late(): Thing {
    return this.newest[this.random.integer(0, Math.min(300, this.newest.length) - 1)] as Thing
  }
  add(thing: Thing): void {
    this.newest.unshift(thing)
    this.famous.splice(this.random.integer(0, this.famous.length), 0, thing)
  }
  remove({ id }: Thing): void {
    for (const list of [this.newest, this.famous]) {
      const at = list.findIndex((one) => one.id === id)
      if (at >= 0) list.splice(at, 1)
    }
  }
  removeOf(creatorId: string): void {
    for (const one of this.newest.filter((thing) => thing.creatorId === creatorId)) this.remove(one)
  }
}

/** Where looks at things are noted, as the product's own buffers. */
export interface Looks {
  post: (id: string, viewerId: string, source: ViewSource) => void
  work: (id: string, viewerId: string, source: ViewSource) => void
}

export interface Acts {
  /** How many are members now. */
  size: () => number
  /** Somebody; those who come often are drawn more often. */
  anybody: () => Person
  /** One visit of this person. */
  visit: (person: Person, looks: Looks) => Promise<void>
  act: (deed: Deed) => Promise<void>
}

/** What people of this world can do. Each of it goes through the product's calls. */
export function createActs(
  { people, posts, works }: Known,
  {
    callers,
    db,
    random,
    vocabulary,
  }: { callers: Callers; db: Database; random: Random; vocabulary: Vocabulary },
): Acts {
  const { call } = callers
  const members: Person[] = [...people]
  const creators = members.filter(({ isCreator }) => isCreator)
  const shelves = { posts: new Shelf(posts, random), works: new Shelf(works, random) }
  const byId = new Map(members.map((one) => [one.id, one]))
  const ownerOf = ({ creatorId }: Thing): Person | undefined => byId.get(creatorId)
  const creator = () => creators[random.rank(creators.length)] as Person
  const anybody = () => members[Math.floor(members.length * random.next() ** 1.5)] as Person
  let joined = 0

  const deeds: Record<Deed, () => Promise<unknown>> = {
    publishPost: async () => {
      const person = random.pick(creators)
      const { title, description, tags } = makeText(vocabulary, random)
      const media = await copyPicture(db, person.id)
      const { type, body } = formOf({
        title,
        description,
        tags: JSON.stringify(tags),
        categoryId: String(random.integer(1, CATEGORIES.length)),
        media_0: media,
      })
      const post = await call<{ id: string }>(person, createPost, { type, body })
      if (post !== null) shelves.posts.add({ id: post.id, creatorId: person.id })
    },
    publishWork: async () => {
      const person = random.pick(creators)
      const text = makeText(vocabulary, random)
      const work = await call<{ id: string }>(person, createPortfolio, {
        body: {
          ...text,
          category: random.pick(CATEGORY_SLUGS),
          fileUrl: await copyPicture(db, person.id),
          fileName: 'work.jpg',
          startingPrice: random.integer(2, 80) * 10,
        },
      })
      if (work !== null) shelves.works.add({ id: work.id, creatorId: person.id })
    },
    editPost: async () => {
      const post = shelves.posts.late()
      const { description } = makeText(vocabulary, random)
      const owner = ownerOf(post)
      if (owner) await call(owner, updatePost, { params: { id: post.id }, body: { description } })
    },
    editWork: async () => {
      const work = shelves.works.late()
      const { description } = makeText(vocabulary, random)
      const owner = ownerOf(work)
      if (owner)
        await call(owner, updatePortfolio, { params: { id: work.id }, body: { description } })
    },
    removePost: async () => {
      const post = shelves.posts.late()
      const owner = ownerOf(post)
      if (owner) await call(owner, deletePost, { params: { id: post.id } })
      shelves.posts.remove(post)
    },
    removeWork: async () => {
      const work = shelves.works.late()
      const owner = ownerOf(work)
      if (owner) await call(owner, deletePortfolio, { params: { id: work.id } })
      shelves.works.remove(work)
    },
    sendMessage: async () => {
      const [from, to] = [anybody(), creator()]
      const [sender, receiver] = random.chance(0.5) ? [from, to] : [to, from]
      if (from.id === to.id) return
      await call(sender, sendMessage, {
        body: {
          receiverId: receiver.id,
          subject: 'About the wall',
          content: makeText(vocabulary, random).description,
        },
      })
    },
    inquire: async () => {
      const work = shelves.works.any()
      await call(anybody(), sendMessage, {
        body: {
          receiverId: work.creatorId,
          portfolioId: work.id,
          messageType: 'business_inquiry',
          budget: '$500-$1000',
          timeline: '2-4 weeks',
          content: makeText(vocabulary, random).description,
        },
      })
    },
    signUp: async () => {
      joined += 1
      const person = await callers.signUp(`joined-${joined}`)
      members.splice(random.integer(0, members.length), 0, person)
      byId.set(person.id, person)
    },
    leave: async () => {
      const person = random.pick(members)
      // Somebody has to be left who publishes.
      if (person.isCreator && creators.length < 10) return
      await callers.signIn(person)
      if ((await call(person, deleteAccount)) === null) return
      members.splice(members.indexOf(person), 1)
      if (person.isCreator) creators.splice(creators.indexOf(person), 1)
      byId.delete(person.id)
      shelves.posts.removeOf(person.id)
      shelves.works.removeOf(person.id)
      callers.forget(person)
    },
  }

  /** A number of times whose mean is this. */
  const times = (mean: number) => Math.floor(mean) + Number(random.chance(mean % 1))

  return {
    size: () => members.length,
    anybody,
    act: async (deed) => void (await deeds[deed]()),
    visit: async (person, looks) => {
      const source = random.pick(SOURCES)
      for (let at = 0; at < POSTS_SEEN; at += 1)
        looks.post(shelves.posts.any().id, person.id, source)
      for (let at = 0; at < WORKS_SEEN; at += 1)
        looks.work(shelves.works.any().id, person.id, source)
      const calls: Promise<unknown>[] = []
      if (random.chance(FOR_YOU)) calls.push(call(person, listForYou))
      if (random.chance(READS)) calls.push(call(person, readNotifications, { body: {} }))
      for (let at = times(LIKES); at > 0; at -= 1) {
        const isPost = random.chance(0.6)
        const { id } = (isPost ? shelves.posts : shelves.works).any()
        const body = { liked: true }
        calls.push(call(person, isPost ? likePost : likePortfolio, { params: { id }, body }))
      }
      for (let at = times(COMMENTS); at > 0; at -= 1) {
        const { id } = shelves.posts.any()
        const body = { content: makeText(vocabulary, random).description }
        calls.push(call(person, createComment, { params: { id }, body }))
      }
      for (let at = times(FOLLOWS); at > 0; at -= 1) {
        const { id } = creator()
        // One in ten is a follow that ends.
        const body = { following: !random.chance(0.1) }
        if (id !== person.id) calls.push(call(person, followUser, { params: { id }, body }))
      }
      await Promise.all(calls)
    },
  }
}

const BOUNDARY = 'between-the-parts'

function formOf(fields: Record<string, string>): { type: string; body: string } {
  const parts = Object.entries(fields).map(
    ([name, value]) =>
      `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  return {
    type: `multipart/form-data; boundary=${BOUNDARY}`,
    body: `${parts.join('')}--${BOUNDARY}--\r\n`,
  }
}
