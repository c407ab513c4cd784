/** Words of the demo world as people mistype them, and the word they meant. */
// prettier-ignore
export const MISSPELT: readonly (readonly [typed: string, meant: string])[] = [
  ['cermaics', 'ceramics'], ['postre', 'poster'], ['typografy', 'typography'],
  ['watercoluor', 'watercolour'], ['embroidary', 'embroidery'], ['woodblok', 'woodblock'],
  ['linoct', 'linocut'], ['indgo', 'indigo'], ['lether', 'leather'], ['jewelery', 'jewellery'],
  ['kniting', 'knitting'], ['mosiac', 'mosaic'], ['qilt', 'quilt'], ['landscpae', 'landscape'],
  ['architechture', 'architecture'], ['packageing', 'packaging'], ['idenity', 'identity'],
  ['risogragh', 'risograph'], ['specimin', 'specimen'], ['letterng', 'lettering'],
  ['storybord', 'storyboard'], ['tmeline', 'timeline'], ['genrative', 'generative'],
  ['ploter', 'plotter'], ['marblng', 'marbling'], ['stonware', 'stoneware'],
  ['calender', 'calendar'], ['festivel', 'festival'], ['documentry', 'documentary'],
  ['minmal', 'minimal'], ['textrue', 'texture'], ['shaddow', 'shadow'], ['wnter', 'winter'],
  ['forrest', 'forest'], ['baskett', 'basket'], ['wallnut', 'walnut'], ['linsead', 'linseed'],
  ['areial', 'aerial'], ['cinematc', 'cinematic'], ['theater', 'theatre'],
]

const ONE_WORD = ['poster', 'ceramics', 'paper', 'colour', 'film', 'wool', 'architecture', 'kiln']
const TWO_WORDS = ['glass mosaic', 'film light', 'poster music', 'paper colour', 'wool weaving']
const PREFIXES = ['pos', 'wat', 'typ', 'em', 'gl', 'linoc', 'mus', 'wo']

/** Half whole words, a quarter half-typed and a quarter misspelt, well mixed. */
export const SEARCH_MIX: readonly string[] = [
  ...ONE_WORD,
  ...TWO_WORDS,
  ...ONE_WORD.slice(0, 3).map((word, at) => `${word} ${ONE_WORD[at + 4]}`),
  ...PREFIXES,
  ...MISSPELT.slice(0, 8).map(([typed]) => typed),
]
  .map((term, at) => ({ term, order: (at * 13) % 32 }))
  .sort((a, b) => a.order - b.order)
  .map(({ term }) => term)

/** Names, whole, half typed and misspelt, with crafts and places. */
// prettier-ignore
export const PEOPLE_MIX: readonly string[] = [
  'marit solheim', 'okoye', 'dvorak', 'kenji', 'mei-lin zhao', 'rosa',
  'mar', 'wei', 'raghu', 'lew', 'fe', 't',
  'solhiem', 'raghunatan', 'tuilgai', 'lewandovska', 'quipse', 'castelan',
  'bergen', 'norway photography', 'crafting', 'kyoto japan', 'ceramics', 'typography brno',
]

/** What a search box sends while somebody types. */
export const TYPED_MIX: readonly string[] = [
  'photography',
  'marit solheim',
  'wool',
  'ceramics',
].flatMap((text) => Array.from(text, (_, at) => text.slice(0, at + 1)))

/** Whether the text holds the word in one of its forms, ignoring accents and case. */
export function holdsWord(text: string, word: string): boolean {
  const root = fold(word).replace(/(?:ing|ed|es|s|e|y)$/, '')
  return fold(text)
    .split(/[^\p{L}\p{N}]+/u)
    .some((one) => one.startsWith(root))
}

const fold = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
