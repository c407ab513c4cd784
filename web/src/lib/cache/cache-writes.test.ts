import { QueryClient, queryOptions } from '@tanstack/react-query'
import { localKey } from '@plinth/contract/http/query-key.ts'
import { expect, it } from 'vitest'
import { markOld, patchAnswer, putAnswer } from './cache-writes.ts'

const things = queryOptions({
  queryKey: localKey('things'),
  queryFn: (): string[] => [],
})

async function old(): Promise<QueryClient> {
  const client = new QueryClient()
  client.setQueryData(things.queryKey, ['a'], { updatedAt: 1_000 })
  await markOld(client, [things])
  return client
}

it('keeps the age of an answer that it patches', async () => {
  const client = await old()
  patchAnswer(client, things, (all = []) => [...all, 'b'])
  expect(client.getQueryState(things.queryKey)).toMatchObject({
    data: ['a', 'b'],
    isInvalidated: true,
    dataUpdatedAt: 1_000,
  })
})

it('takes an answer of the server for fresh', async () => {
  const client = await old()
  putAnswer(client, things, ['c'])
  expect(client.getQueryState(things.queryKey)).toMatchObject({ data: ['c'], isInvalidated: false })
})

it('patches what is not there only where the change makes something of it', () => {
  const client = new QueryClient()
  patchAnswer(client, things, (all) => all?.slice(1))
  expect(client.getQueryData(things.queryKey)).toBeUndefined()
  patchAnswer(client, things, (all = []) => [...all, 'a'])
  expect(client.getQueryData(things.queryKey)).toEqual(['a'])
})

it('leaves an exception as it is', async () => {
  const client = new QueryClient()
  client.setQueryData(things.queryKey, ['a'])
  await markOld(client, [things], { except: things })
  expect(client.getQueryState(things.queryKey)?.isInvalidated).toBe(false)
})
