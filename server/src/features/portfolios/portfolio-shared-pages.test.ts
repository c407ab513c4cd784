import {
  deletePortfolio,
  likePortfolio,
  listPortfolios,
  savePortfolio,
} from '@plinth/contract/portfolios/portfolios.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type Person } from '../../../test/app.ts'
import { makeWork } from '../../../test/content/works.ts'

interface Listed {
  id: string
  title: string
  isLiked: boolean
  isSaved: boolean
}

const plinth = testApp()
let alice: Person
let bob: Person
let carol: Person
beforeAll(async () => {
  alice = await plinth.person('alice')
  bob = await plinth.person('bob')
  carol = await plinth.person('carol', { isCreator: true })
})

/** A separate page for each test, since works inserted directly into the database do not clear cached pages. */
const list = async (limit: number, as?: Person): Promise<Listed[]> =>
  (await plinth.call(listPortfolios, { as, query: { limit } })).body as Listed[]

describe('a shared page', () => {
  it('has each viewer’s own likes and saves and nobody else’s', async () => {
    const first = await makeWork(plinth.deps, carol, { title: 'First' })
    const second = await makeWork(plinth.deps, carol, { title: 'Second' })
    await plinth.call(likePortfolio, { as: alice, params: { id: first } })
    await plinth.call(savePortfolio, { as: bob, params: { id: second } })
    const flags = (works: Listed[], id: string) => {
      const work = works.find((one) => one.id === id)
      return [work?.isLiked, work?.isSaved]
    }
    const [asAlice, asBob, asVisitor] = await Promise.all([
      list(10, alice),
      list(10, bob),
      list(10),
    ])
    expect([flags(asAlice, first), flags(asAlice, second)]).toEqual([
      [true, false],
      [false, false],
    ])
    expect([flags(asBob, first), flags(asBob, second)]).toEqual([
      [false, false],
      [false, true],
    ])
    expect([flags(asVisitor, first), flags(asVisitor, second)]).toEqual([
      [false, false],
      [false, false],
    ])
  })

  it('sets the flags without touching text that looks like them', async () => {
    const title = '","isLiked":false,"isSaved":false,"x":"'
    const id = await makeWork(plinth.deps, carol, { title })
    await plinth.call(likePortfolio, { as: alice, params: { id } })
    const work = (await list(11, alice)).find((one) => one.id === id)
    expect(work).toMatchObject({ title, isLiked: true, isSaved: false })
  })

  it('is dropped when a work is deleted', async () => {
    const id = await makeWork(plinth.deps, carol, { title: 'Short-lived' })
    expect((await list(12)).map((work) => work.id)).toContain(id)
    await plinth.call(deletePortfolio, { as: carol, params: { id } })
    expect((await list(12)).map((work) => work.id)).not.toContain(id)
  })

  it('answers 401 to an ended session even if the page is cached', async () => {
    await list(20)
    const dead = { id: alice.id, cookie: 'plinth=gone' }
    expect((await plinth.call(listPortfolios, { as: dead })).status).toBe(401)
  })
})
