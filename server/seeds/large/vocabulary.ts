import type { Random } from '../random.ts'
import type { World } from '../world.ts'

export interface Vocabulary {
  /** Common words first: rank decides how often a word is drawn. */
  words: string[]
  tags: string[]
  firstNames: string[]
  lastNames: string[]
  /** "City, Country"; common ones first. */
  places: string[]
}

const ONSETS = 'b br c ch cl d dr f fl g gr h k l m n p pl pr r s sh sk st t tr v w'.split(' ')
const VOWELS = 'a e i o u ai ea oa ie ou'.split(' ')
const CODAS = ['', '', '', 'n', 'r', 'l', 's', 't', 'nd', 'rn', 'sk', 'm', 'ck']

/** A pronounceable word of two or three syllables. */
export function inventWord(random: Random): string {
  const syllables = random.integer(2, 3)
  let word = ''
  for (let at = 0; at < syllables; at += 1) {
    word += random.pick(ONSETS) + random.pick(VOWELS)
    if (at === syllables - 1) word += random.pick(CODAS)
  }
  return word
}

/** The world's own words by frequency, then invented ones; the same for the same seed. */
export function makeVocabulary(world: World, random: Random, invented: number): Vocabulary {
  const texts = [
    ...world.works.flatMap((work) => [work.title, work.description, work.alt]),
    ...world.people.map((person) => person.bio),
  ]
  const words = byFrequency(texts.flatMap(wordsOf))
  const tags = byFrequency(world.works.flatMap((work) => work.tags))
  const places = world.people.map((one) => one.location)
  const known = new Set(words)
  const invent = (count: number): string[] => {
    const made: string[] = []
    while (made.length < count) {
      const word = inventWord(random)
      if (known.has(word)) continue
      known.add(word)
      made.push(word)
    }
    return made
  }
  return {
    words: [...words, ...invent(invented)],
    tags: [...tags, ...invent(300)],
    firstNames: [...world.people.map((one) => one.firstName), ...invent(400).map(capital)],
    lastNames: [...world.people.map((one) => one.lastName), ...invent(2_000).map(capital)],
    places: [
      ...places,
      ...invent(1_000).map((city, at) => inventedPlace(capital(city), places[at % 20])),
    ],
  }
}

/** A title of two to four words and a description of one to three sentences. */
export function makeText(vocabulary: Vocabulary, random: Random) {
  const { words, tags } = vocabulary
  const word = () => words[random.rank(words.length)] ?? ''
  const sentence = () => {
    const length = random.integer(6, 12)
    return `${capital(Array.from({ length }, word).join(' '))}.`
  }
  // Titles skip the commonest words.
  const name = () => words[Math.min(words.length - 1, random.rank(words.length) + 30)] ?? ''
  const chosen = new Set<string>()
  const wanted = random.integer(2, 4)
  while (chosen.size < wanted) chosen.add(tags[random.rank(tags.length)] ?? '')
  return {
    title: Array.from({ length: random.integer(2, 4) }, () => capital(name())).join(' '),
    description: Array.from({ length: random.integer(1, 3) }, sentence).join(' '),
    tags: [...chosen],
  }
}

/** An invented city in the country of a real one. */
const inventedPlace = (city: string, real = ''): string => `${city}, ${real.split(', ').at(-1)}`

const wordsOf = (text: string): string[] => text.toLowerCase().match(/\p{L}{3,}/gu) ?? []

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

function byFrequency(words: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return [...counts].sort((a, b) => b[1] - a[1]).map(([word]) => word)
}
