import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Budget, Timeline } from '@plinth/contract/messages/inquiry.ts'
import type { ProfileColors, SocialLinks } from '@plinth/contract/people/users.ts'
import type { Static } from 'typebox'
import { v5 } from 'uuid'
import { readWorldMore, type WorldMore, type WorldPost, type WorldWork } from './world-more.ts'

export interface WorldPerson {
  id: string
  firstName: string
  lastName: string
  location: string
  timeZone: string
  bio: string
  website: string
  /** A square picture, relative to the folder of the world. */
  avatar: string
  isCreator: boolean
  profileColors?: Static<typeof ProfileColors>
  socialLinks?: Static<typeof SocialLinks>
}

/** A comment on a post, or on a work: then it appears under a post that shows the work. */
interface WorldComment {
  author: string
  content: string
  post?: string
  work?: string
}

/** What two people wrote to each other under one subject. */
export interface WorldThread {
  /** Ids of the two people; the first one started the thread. */
  between: [string, string]
  subject: string
  /** A work of one of the two. */
  work: string | null
  /** Set if the thread started as a business inquiry. */
  inquiry: { budget: Budget; timeline: Timeline } | null
  /** The oldest first. */
  messages: WorldMessage[]
  /** The newest message has not been opened yet. */
  isUnread?: true
}

interface WorldMessage {
  /** One of the two. */
  from: string
  content: string
  /** Dollars. */
  quote?: { price: number; timeline: Timeline }
}

export interface World {
  people: WorldPerson[]
  /** In the order of the wall: the newest first. */
  works: WorldWork[]
  posts: WorldPost[]
  /** The oldest first for each post or work. */
  comments: WorldComment[]
  /** The most recently active first. */
  threads: WorldThread[]
  /** Whose times are given: hires, members, and what happened around them. */
  more: WorldMore
}

export const WORLD_FOLDER = path.join(import.meta.dirname, 'world')

/** The person who is the demo's admin. */
export const ADMIN_ID = 'leila'

/** The subject of a demo person at the identity provider. */
export const subjectOf = (personId: string): string => `demo-${personId}`

const NAMESPACE = '6f1b7c56-8f0e-4c57-9d3e-2b1f6a3c9e10'
type Kind =
  | 'person'
  | 'work'
  | 'post'
  | 'comment'
  | 'thread'
  | 'message'
  | 'file'
  | 'board'
  | 'board item'
  | 'series'
  | 'block'
  | 'credit'
  | 'credit line'

/** The same id on every installation, so that a second run finds what the first one inserted. */
export const fixedId = (kind: Kind, id: string): string => v5(`${kind}/${id}`, NAMESPACE)

export async function readWorld(folder: string = WORLD_FOLDER): Promise<World> {
  const text = await readFile(path.join(folder, 'world.json'), 'utf8')
  const { people, works, posts, comments, threads } = JSON.parse(text) as Omit<World, 'more'>
  const more = await readWorldMore(folder)
  const place = new Map(WALL_ORDER.map((id, at) => [id, at]))
  const placeOf = (work: WorldWork) => place.get(work.id) ?? 0
  const sorted = [...more.works, ...works].toSorted((a, b) => placeOf(a) - placeOf(b))
  return { people, works: sorted, posts: [...posts, ...more.posts], comments, threads, more }
}

/** Newest first. Neighbours differ in maker, shape and technique. */
// prettier-ignore
export const WALL_ORDER: readonly string[] = [
  'nachtmusik', 'pears', 'weave', 'tideline', 'grades', 'flow', 'moonjar', 'tunnel-film', 'books',
  'sunday', 'bells', 'dunes', 'obolo', 'corridor', 'stairs', 'specimen', 'leather', 'wave', 'quilt',
  'split', 'kestrel', 'jars', 'swells', 'ridge-film', 'ocean', 'spoons', 'ring', 'lino', 'road', 'glass',
  'record', 'vases', 'current-film', 'titles', 'cutouts', 'snow', 'stamps', 'lookbook', 'jazz', 'eggs',
  'monolith', 'hatch', 'knit', 'loop', 'openwater', 'forest', 'kestrel-film', 'tins', 'story', 'weave2',
  'drops', 'marble', 'stage', 'marks', 'stones', 'arcade', 'spruce-film', 'basket', 'hills', 'tram',
  'windowroom', 'shibori', 'stationery', 'night', 'animatic', 'wavecut', 'mosaic', 'embroid', 'paper',
  'wayfinding', 'spruce', 'facade', 'motionstrip',
]

/** The six works on the front ledge, left to right; the other featured works follow in the order of the wall. */
export const FRONT_LEDGE: readonly string[] = ['lino', 'ocean', 'vases', 'forest', 'jazz', 'jars']
