import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { CategorySlug } from '@plinth/contract/choices.ts'
import type { Budget, Timeline } from '@plinth/contract/messages/inquiry-terms.ts'
import type { ProfileColors, SocialLinks } from '@plinth/contract/people/users.ts'
import type { Static } from 'typebox'
import { v5 } from 'uuid'

export interface WorldPerson {
  id: string
  firstName: string
  lastName: string
  location: string
  bio: string
  website: string
  /** A square picture, relative to the folder of the world. */
  avatar: string
  isCreator: boolean
  profileColors?: Static<typeof ProfileColors>
  socialLinks?: Static<typeof SocialLinks>
}

export interface WorldWork {
  id: string
  title: string
  /** A person's id. */
  creator: string
  category: CategorySlug
  description: string
  tags: string[]
  /** Dollars; null for work on inquiry. */
  startingPrice: number | null
  alt: string
  /** Picture, film, sound or document, relative to the folder of the world. */
  file: string
  isFeatured?: boolean
}

export interface WorldPost {
  id: string
  /** A person's id. */
  creator: string
  type: 'image' | 'video'
  title: string
  description: string
  tags: string[]
  mood: string
  location: string
  category: CategorySlug
  /** Relative to the folder of the world. */
  media: string[]
  /** The works that it shows; the first, where it is its author's, is the one it leads to. */
  works: string[]
}

/** Said of a post, or of a work: then it stands under a post that shows the work. */
interface WorldComment {
  author: string
  content: string
  post?: string
  work?: string
}

/** What two people wrote to each other under one subject. */
export interface WorldThread {
  /** People's ids, the one who began first. */
  between: [string, string]
  subject: string
  /** A work of one of the two. */
  work: string | null
  /** Of a thread that began as a business inquiry. */
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
  /** As they hang on the wall: the newest first. */
  works: WorldWork[]
  posts: WorldPost[]
  /** Of one thing, the oldest first. */
  comments: WorldComment[]
  /** The last written in first. */
  threads: WorldThread[]
}

export const WORLD_FOLDER = path.join(import.meta.dirname, 'world')

/** Who runs the demo. */
export const ADMIN_ID = 'leila'

/** Subject of a demo person at the identity provider. */
export const subjectOf = (personId: string): string => `demo-${personId}`

const NAMESPACE = '6f1b7c56-8f0e-4c57-9d3e-2b1f6a3c9e10'
type Kind = 'person' | 'work' | 'post' | 'comment' | 'thread' | 'message'

/** The same id on every install, so that a second run finds what the first one made. */
export const fixedId = (kind: Kind, id: string): string => v5(`${kind}/${id}`, NAMESPACE)

export async function readWorld(folder: string = WORLD_FOLDER): Promise<World> {
  const text = await readFile(path.join(folder, 'world.json'), 'utf8')
  const { people, works, posts, comments, threads } = JSON.parse(text) as World
  const place = new Map(HANGING_ORDER.map((id, at) => [id, at]))
  const placeOf = (work: WorldWork) => place.get(work.id) ?? HANGING_ORDER.length
  const hung = works.toSorted((a, b) => placeOf(a) - placeOf(b))
  return { people, works: hung, posts, comments, threads }
}

/** Newest first. Neighbours differ in maker, shape and technique. */
// prettier-ignore
export const HANGING_ORDER: readonly string[] = [
  'nachtmusik', 'pears', 'weave', 'tideline', 'grades', 'flow', 'moonjar', 'tunnel-film', 'books',
  'sunday', 'bells', 'dunes', 'obolo', 'corridor', 'stairs', 'specimen', 'leather', 'wave', 'quilt',
  'split', 'kestrel', 'jars', 'swells', 'ridge-film', 'ocean', 'spoons', 'ring', 'lino', 'road', 'glass',
  'record', 'vases', 'current-film', 'titles', 'cutouts', 'snow', 'stamps', 'lookbook', 'jazz', 'eggs',
  'monolith', 'hatch', 'knit', 'loop', 'openwater', 'forest', 'kestrel-film', 'tins', 'story', 'weave2',
  'drops', 'marble', 'stage', 'marks', 'stones', 'arcade', 'spruce-film', 'basket', 'hills', 'tram',
  'windowroom', 'shibori', 'stationery', 'night', 'animatic', 'wavecut', 'mosaic', 'embroid', 'paper',
  'wayfinding', 'spruce', 'facade', 'motionstrip',
]

/** The six on the front ledge, left to right; the rest of the featured works follow in wall order. */
export const FRONT_LEDGE: readonly string[] = ['lino', 'ocean', 'vases', 'forest', 'jazz', 'jars']
