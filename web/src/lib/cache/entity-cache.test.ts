import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import { queryKey } from '@plinth/contract/http/query-key.ts'
import { changeEntities, makeEntityCache } from './entity-cache.ts'

interface Thing {
  id: string
  makerId: string
  likeCount: number
  isLiked: boolean
}
const thing = (id: string, makerId = 'm'): Thing => ({ id, makerId, likeCount: 3, isLiked: false })
const pagesWith = (...items: Thing[]) => ({ pages: [{ items, next: 'c' }], pageParams: [null] })
const listThings = { method: 'GET', path: '/api/things' } as const
const getThing = { method: 'GET', path: '/api/things/:id' } as const
const getOther = { method: 'GET', path: '/api/others/:id' } as const
const things = makeEntityCache<Thing>({
  heldBy: [listThings, getThing],
  single: getThing,
  requiredField: 'likeCount',
})

const keys = {
  wall: queryKey(listThings, {}, 'pages'),
  ledge: queryKey(listThings, { query: { featured: true } }),
  one: queryKey(getThing, { params: { id: 'a' } }),
  elsewhere: queryKey(getOther, { params: { id: 'a' } }),
}

function filled(): QueryClient {
  const client = new QueryClient()
  client.setQueryData(keys.wall, pagesWith(thing('b'), thing('a')))
  client.setQueryData(keys.ledge, [thing('a')])
  client.setQueryData(keys.one, { ...thing('a'), position: 1, more: [{ id: 'a' }] })
  client.setQueryData(keys.elsewhere, thing('a'))
  return client
}

describe('patch', () => {
  it('changes an entity in every list and leaves the others alone', () => {
    const client = filled()
    things.patch(client, 'a', ({ likeCount }) => ({ isLiked: true, likeCount: likeCount + 1 }))
    const liked = { ...thing('a'), isLiked: true, likeCount: 4 }
    expect(client.getQueryData(keys.wall)).toEqual(pagesWith(thing('b'), liked))
    expect(client.getQueryData(keys.ledge)).toEqual([liked])
    expect(client.getQueryData(keys.one)).toEqual({ ...liked, position: 1, more: [{ id: 'a' }] })
    expect(client.getQueryData(keys.elsewhere)).toEqual(thing('a'))
  })

  it('changes all matching entities', () => {
    const client = new QueryClient()
    client.setQueryData(keys.ledge, [thing('a', 'x'), thing('b', 'y'), thing('c', 'x')])
    things.patchWhere(
      client,
      ({ makerId }) => makerId === 'x',
      () => ({ isLiked: true }),
    )
    const liked = (client.getQueryData<Thing[]>(keys.ledge) ?? []).filter((one) => one.isLiked)
    expect(liked.map(({ id }) => id)).toEqual(['a', 'c'])
  })

  it('keeps stale lists stale, and their age unchanged', async () => {
    const client = new QueryClient()
    client.setQueryData(keys.wall, pagesWith(thing('a')), { updatedAt: 1_000 })
    await client.invalidateQueries({ queryKey: keys.wall })
    things.patch(client, 'a', () => ({ isLiked: true }))
    expect(things.find(client, 'a')?.isLiked).toBe(true)
    expect(client.getQueryState(keys.wall)).toMatchObject({
      isInvalidated: true,
      dataUpdatedAt: 1_000,
    })
  })

  it('updates subscribers at once', () => {
    const client = filled()
    const watch = new QueryObserver<Thing[]>(client, { queryKey: keys.ledge, staleTime: Infinity })
    const seen: boolean[] = []
    const leave = watch.subscribe(({ data }) => seen.push(data?.[0]?.isLiked === true))
    things.patch(client, 'a', () => ({ isLiked: true }))
    leave()
    expect(watch.getCurrentResult().data?.[0]?.isLiked).toBe(true)
    expect(seen.at(-1)).toBe(true)
  })

  it('keeps the identity of unchanged data', () => {
    const list = [thing('a'), thing('b')]
    const liked = <T>(data: T, id: string): T =>
      changeEntities<Thing, T>(data, (one) => (one.id === id ? { ...one, isLiked: true } : one))
    expect(liked(list, 'c')).toBe(list)
    expect(liked(list, 'a')[1]).toBe(list[1])
    const pages = pagesWith(...list)
    expect(liked(pages, 'c')).toBe(pages)
  })
})

it('forget removes it from every list and loads it again when it is next opened', async () => {
  const client = filled()
  await things.forget(client, 'a')
  expect(client.getQueryData(keys.wall)).toEqual(pagesWith(thing('b')))
  expect(client.getQueryData(keys.ledge)).toEqual([])
  expect(client.getQueryState(keys.one)?.isInvalidated).toBe(true)
})

it('keepOnly leaves on one list only what belongs there', () => {
  const client = filled()
  things.keepOnly(client, { queryKey: keys.wall }, ({ id }) => id !== 'a')
  expect(client.getQueryData(keys.wall)).toEqual(pagesWith(thing('b')))
  expect(client.getQueryData(keys.ledge)).toEqual([thing('a')])
})

it('finds the entity in the newest list', () => {
  const client = new QueryClient()
  const liked = { ...thing('a'), isLiked: true }
  client.setQueryData(keys.wall, pagesWith(thing('a')), { updatedAt: 1 })
  client.setQueryData(keys.ledge, [liked], { updatedAt: 2 })
  expect(things.find(client, 'a')).toEqual(liked)
})

it('finds an entity that only some list has', () => {
  const client = new QueryClient()
  client.setQueryData(keys.wall, pagesWith(thing('a')))
  expect(things.find(client, 'a')).toEqual(thing('a'))
  expect(things.find(client, 'z')).toBeUndefined()
})

it('changes entities in several lists of one answer', () => {
  const a = { id: 'a', likeCount: 1 }
  const b = { id: 'b', likeCount: 1 }
  const answer = { works: [a, b], close: [a], people: [{ id: 'a' }] }
  const changed = changeEntities<typeof a, typeof answer>(
    answer,
    (one) => (one.id === 'a' ? { ...one, likeCount: 2 } : one),
    { requiredField: 'likeCount', within: ['works', 'close'] },
  )
  expect(changed).toEqual({
    works: [{ id: 'a', likeCount: 2 }, b],
    close: [{ id: 'a', likeCount: 2 }],
    people: [{ id: 'a' }],
  })
  expect(changeEntities(answer, (one) => one, { within: ['works', 'close'] })).toBe(answer)
})
