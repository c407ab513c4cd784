import { expect, it } from 'vitest'
import { findProblems } from './lib/words-rules.ts'
import { proseOf } from './lib/words/prose.ts'
import { findRetired, RETIRED } from './lib/words/retired.ts'

const SCREEN = `
import { words } from './words.ts'
// Two lines that
// are one comment.
export const texts = { hint: 'Show what you make', key: 'is_open' } as const
export const Card = ({ name }: { name: string }) => (
  <section className="grid gap-4" aria-label="Your works" data-testid="works here">
    <p>Nothing here yet.</p>
    {words(\`Hello \${name}, welcome back.\`)}
  </section>
)
`

const wordsOf = (text: string) => findRetired({ kind: 'text', text }).map(({ word }) => word)

it('reads texts, labels and comments, but neither class names, keys nor imports', () => {
  expect(proseOf('web/src/features/some/card.tsx', SCREEN)).toEqual([
    { kind: 'comment', line: 3, text: 'Two lines that are one comment.' },
    { kind: 'text', line: 5, text: 'Show what you make' },
    { kind: 'text', line: 7, text: 'Your works' },
    { kind: 'text', line: 8, text: 'Nothing here yet.' },
    { kind: 'text', line: 9, text: 'Hello {name}, welcome back.' },
  ])
})

it('reads the text between the tags of a page that is written as a string', () => {
  const page = 'const page = () => html`<p class="slip">You’re in.</p><a href="/">Go home</a>`\n'
  expect(proseOf('server/src/page.ts', page).map(({ text }) => text)).toEqual([
    'You’re in.',
    'Go home',
  ])
})

it('reads single words in files that hold texts only', () => {
  const texts = "export const texts = { save: 'Save', busy: 'saving' }\n"
  expect(proseOf('web/src/some-texts.ts', texts).map(({ text }) => text)).toEqual([
    'Save',
    'saving',
  ])
  expect(proseOf('web/src/some-rules.ts', texts).map(({ text }) => text)).toEqual(['Save'])
})

it('reads the names of tests, and no other string in a test', () => {
  const test =
    "it.each([1])('refuses a second deposit', () => { expect('A text.').toBe('Other.') })\n"
  expect(proseOf('server/src/some.test.ts', test)).toEqual([
    { kind: 'test name', line: 1, text: 'refuses a second deposit' },
  ])
})

it.each([
  ['No letter was sent.', 'letter'],
  ['You are told here and by mail when it is ready.', 'by mail'],
  ['Links that you make stand here until they are used.', 'stand'],
  ['Creators can hang as many works as they like.', 'hang'],
  ['There is no such work of yours.', 'of yours, of theirs'],
  ['You block nobody.', 'nobody'],
  ['Your payment could not be asked about.', 'could not be asked'],
  ['It takes an account, and an account is free.', 'it takes'],
  ['Say why: the other one decides by it.', 'Say why'],
  ['An admin looks at it now, and you hear of it.', 'hear of it'],
  ['Write your first name.', 'Write (into a field)'],
  ['Days are of universal time.', 'universal time'],
])('finds the retired word in "%s"', (text, word) => {
  expect(wordsOf(text)).toContain(word)
})

it.each([
  'Use 3 to 30 letters from a to z.',
  'Write to a creator from their profile.',
  'Your best work stands out on the wall.',
  'Hung by the Plinth team',
  'Mark all read',
  'Open the project room',
  'Your statement',
  'See what Marit makes next',
])('allows "%s"', (text) => {
  expect(wordsOf(text)).toEqual([])
})

it('leaves words of screens alone in comments, and names of the code everywhere', () => {
  const comment = (text: string) => findRetired({ kind: 'comment', text })
  expect(comment('Bars of light that stand on a ledge, like works that hang.')).toEqual([])
  expect(comment('The trigger `users_follow_standing` updates what depends on it.')).toEqual([])
  expect(comment('Whether the account has its standing back.').map(({ word }) => word)).toEqual([
    'standing',
  ])
})

it('says for every retired word what to say instead', () => {
  for (const { word, say } of RETIRED) expect([word, say.length > 0]).toEqual([word, true])
})

it('names file, line and the better word', () => {
  expect(
    findProblems('web/src/some-texts.ts', "\nexport const none = 'You block nobody.'\n"),
  ).toEqual(['web/src/some-texts.ts:2: "nobody". Say: haven’t … anyone. In: You block nobody.'])
  expect(findProblems('docs/page.md', 'Fine.\n```\nby mail\n```\nIt comes by mail.\n')).toEqual([
    'docs/page.md:5: "by mail". Say: by email. In: It comes by mail.',
  ])
})
