import { listMessages, searchMessages, type Message } from '@plinth/contract/messages/messages.ts'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { testApp, type Person } from '../../../test/app.ts'
import { idsOf, walk, walkIds } from '../../../test/content/lists.ts'
import { writeInquiry, writeMessage } from '../../../test/content/messages.ts'
import { newId } from '../../db/id.ts'
import { SCANNED } from './search-queries.ts'

const t = testApp({ JOBS: 'off' })
let marit: Person
let dana: Person
let ben: Person
beforeEach(async () => {
  marit = await t.person('Marit')
  dana = await t.person('Dana')
  ben = await t.person('Ben')
})

const search = (as: Person | undefined, words: string, query: object = {}) =>
  t.call(searchMessages, { as, query: { search: words, ...query } })
const found = async (as: Person, words: string): Promise<string[]> => {
  const answer = await search(as, words)
  expect([words, answer.status]).toEqual([words, 200])
  return idsOf(answer)
}

describe('a search in messages', () => {
  it('finds words in the text and subject of sent and received messages, newest first', async () => {
    const ids: string[] = []
    for (const [from, to, text, subject] of [
      [marit, dana, 'A celadon glaze, please', 'Jar'],
      [dana, marit, 'Which celadon?', 'Re: Jar'],
      [marit, dana, 'The pale one', 'Re: Jar'],
      [ben, marit, 'Hello', 'Celadon bowl'],
    ] as const) {
      ids.unshift((await writeMessage(t, from, to, { text, subject })).id)
    }
    const [bowl, , which, glaze] = ids
    expect(await found(marit, 'celadon')).toEqual([bowl, which, glaze])
    expect(await found(dana, 'celadon')).toEqual([which, glaze])
    expect(await found(ben, 'celadon')).toEqual([bowl])
    expect(await found(marit, 'jar')).toHaveLength(3)
  })

  it('returns messages in the same shape as every list', async () => {
    const { id } = await writeInquiry(t, dana, marit, { text: 'Twelve vessels' })
    const { body: listed } = await t.call(listMessages, { as: marit })
    const { body: searched } = await search(marit, 'vessels')
    expect(searched).toEqual(listed)
    expect(searched).toMatchObject([{ id, budget: '$500-$1000', clientId: null }])
  })

  it.each([
    ['the last one half typed', 'twelve cel'],
    ['in any order', 'celadon twelve'],
    ['in any case', 'TWELVE Celadon'],
    ['without accents', 'cafe twelve'],
    ['with accents that are not there', 'twélve'],
    ['with signs between them', 'hand/lettered'],
    ['cut in the same way', 'hand lettered'],
    ['of figures', 'no 42'],
    ['of few letters', 'no'],
    ['of another alphabet', 'молот'],
    ['twice', 'twelve twelve twelve'],
  ])('takes words %s', async (_, words) => {
    const text = 'Twelve celadon bowls for the Café, hand-lettered: No. 42, молоток'
    const { id } = await writeMessage(t, dana, marit, { text })
    expect(await found(marit, words)).toEqual([id])
  })

  it.each([
    ['one of them is not there', 'twelve porcelain'],
    ['only the last one may be half typed', 'twel celadon'],
    ['the middle of a word is no beginning', 'eladon'],
    ['what stands for a person is no word', 'of'],
    ['nor does it begin with one', 'celadon o'],
  ])('finds nothing where %s', async (_, words) => {
    await writeMessage(t, dana, marit, { text: 'Twelve celadon bowls' })
    expect(await found(marit, words)).toEqual([])
  })

  it('never finds messages of other people', async () => {
    await writeMessage(t, dana, ben, { text: 'Twelve celadon bowls' })
    for (const words of ['celadon', `of ${dana.id}`, dana.id, ben.id, `'of ${ben.id}'`, 'mail']) {
      expect(await found(marit, words), words).toEqual([])
    }
  })

  it('reads any text as words and ignores punctuation', async () => {
    await writeMessage(t, dana, marit, { text: 'Plain' })
    for (const sign of [
      ...Array.from(`%_\\'"&|!*?()<>:;-$~^`),
      "';--",
      '<->',
      ':*',
      'x:*',
      "x'x",
      'x\\x',
      "'\\':*",
      '😀',
      '\ud800',
      '\u200b',
      'שלום',
      'İ',
      'ﬁ',
      'ｘ１',
      '{{z*z}}',
      '\u0300'.repeat(50),
      'x'.repeat(50),
      'x '.repeat(25),
    ]) {
      const { status, body } = await search(marit, sign.repeat(2))
      expect([sign, status, body]).toEqual([sign, 200, []])
    }
  })

  it.each([
    ['no word', {}],
    ['one letter', { search: 'a' }],
    ['too many letters', { search: 'x'.repeat(101) }],
    ['a character that cannot be kept', { search: 'ab\0' }],
    ['a cursor of nobody’s', { search: 'ab', cursor: 'x' }],
    ['a cursor of another list', { search: 'ab', cursor: 'WyJtZXNzYWdlcyIsMSwiMSJd' }],
    ['too long a page', { search: 'ab', limit: 101 }],
    ['something else', { search: 'ab', userId: newId() }],
  ])('refuses %s', async (_, query) => {
    const { status, body } = await t.call(searchMessages, { as: marit, query })
    expect([status, body.code]).toEqual([400, 'input.invalid'])
  })

  it('is for members', async () => {
    expect((await search(undefined, 'celadon')).status).toBe(401)
  })
})

describe('a search through more messages than are scanned one by one', () => {
  /** One message in this many has the rare word, on both sides of that limit. */
  const EVERY = 50
  const COUNT = 3 * SCANNED

  beforeEach(async () => {
    // Both directions, ten messages with the same time each, and messages of other people with the same words.
    await writeMessage(t, marit, dana)
    await writeMessage(t, dana, ben)
    await sql`
      insert into messages (id, conversation_id, sender_id, receiver_id, subject, content, message_type, search,
        created_at)
      select gen_random_uuid(), c.id, s.sender_id, s.receiver_id, '', w.words, 'general',
        message_doc(s.sender_id, s.receiver_id, w.words), now() - (i / 10) * interval '1 minute'
      from generate_series(1, ${COUNT}::int) i
      cross join lateral (select 'common' || case when i % ${EVERY}::int = 0 then ' rarely' else '' end as words) w
      join conversations c on c.low_id in (${marit.id}, ${ben.id}) or c.high_id in (${marit.id}, ${ben.id})
      cross join lateral (select
        case when i % 3 = 0 then c.low_id else c.high_id end as sender_id,
        case when i % 3 = 0 then c.high_id else c.low_id end as receiver_id) s`.execute(t.deps.db)
  })

  it('finds every message once, page by page, in order', async () => {
    const { rows } = await sql<{ id: string; isRare: boolean }>`
      select id, content like '% rarely' as "isRare" from messages
      where ${marit.id}::uuid in (sender_id, receiver_id) and content like 'common%'
      order by created_at desc, id desc`.execute(t.deps.db)
    expect(rows).toHaveLength(COUNT)
    const rare = rows.filter(({ isRare }) => isRare).map(({ id }) => id)
    const query = { search: 'common rare', limit: 7 }
    expect(await walkIds(t, searchMessages, { as: marit, query })).toEqual(rare)
    const pages = await walk(t, searchMessages, { as: marit, query: { search: 'rarely' } })
    expect(pages.map(({ body }) => (body as Message[]).length)).toEqual([20, 20, 20])
    expect(
      await walkIds(t, searchMessages, { as: marit, query: { search: 'comm', limit: 100 } }),
    ).toEqual(rows.map(({ id }) => id))
  })
})
