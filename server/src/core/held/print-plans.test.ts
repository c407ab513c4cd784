import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { testApp, type NamedPerson } from '../../../test/app.ts'
import { expectRead, vacuum } from '../../../test/plans.ts'
import { marksOf } from './marks.ts'
import { NEAR_BITS, printStatement } from './print-queries.ts'

const t = testApp({ JOBS: 'off' })
const TEXT =
  'Hello there, we sell the best glazes in town and would love to send you our catalogue.'
let ben: NamedPerson
beforeAll(async () => {
  ben = await t.person('Ben', { days: 1 })
  const others = await Promise.all([1, 2, 3].map((at) => t.person(`Other ${at}`)))
  await sql`
    insert into text_prints (author_id, target_id, is_young, near, marks)
    select (${[ben, ...others].map(({ id }) => id)}::uuid[])[1 + i % 4], gen_random_uuid(), i % 2 = 0,
      (random() * 9e18)::bigint, array(select b * 256 + (random() * 255)::int from generate_series(0, 7) b
        where i > 0)
    from generate_series(1, 20000) i`.execute(t.deps.db)
  await vacuum(t.deps.env.databaseUrl, 'text_prints')
})

it('is looked for among few texts of a day, by indexes', async () => {
  const bound = printStatement({ kind: 'message', authorId: ben.id, targetId: ben.id, text: TEXT })
  if (bound === null) throw new Error('the text has nothing to recognise')
  const { compile } = bound
  // A write, which is never asked together with others.
  await expectRead(t.deps, { compile }, { never: /Seq Scan/, most: 2_000 })
})

const bits = (one: string, other: string): number => {
  const [a, b] = [marksOf(one).near ?? 0n, marksOf(other).near ?? 0n]
  return BigInt.asUintN(64, a ^ b)
    .toString(2)
    .replaceAll('0', '').length
}

it('tells copies with another name from other texts', () => {
  const copies = [
    TEXT.replace('there', 'Marit Solheim'),
    TEXT.toUpperCase(),
    TEXT.replaceAll(' ', '  '),
    `${TEXT} Best wishes, Ben`,
    TEXT.replace('best', 'finest'),
  ]
  for (const copy of copies) expect([copy, bits(TEXT, copy) <= NEAR_BITS]).toEqual([copy, true])
  const others = [
    'Hello there, I love the glaze on your tall jar and would like to buy one for my kitchen.',
    'We would love to see you at our autumn show in town; the catalogue is on our page.',
    'Could you send me the price of the blue plates and how long they would take you?',
    'Thank you for the photographs, they are exactly what we hoped for. See you on Friday!',
  ]
  for (const other of others) {
    expect([other, bits(TEXT, other) > NEAR_BITS]).toEqual([other, true])
    for (const second of others)
      if (second !== other) expect(bits(other, second)).toBeGreaterThan(NEAR_BITS)
  }
})
