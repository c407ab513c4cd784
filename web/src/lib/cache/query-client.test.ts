import { afterEach, expect, it, vi } from 'vitest'
import { callHeaders } from '../api/api.ts'
import { ApiError } from '../api/errors.ts'
import { makeQueryClient } from './query-client.ts'

afterEach(() => {
  delete callHeaders['x-pass']
})

const refused = () => Promise.reject(new ApiError(401, ''))

it('tells of a session that has ended, but not while a guest calls, who has none', async () => {
  const onUnauthorized = vi.fn()
  const client = makeQueryClient({ onUnauthorized })
  const ask = (key: string) =>
    expect(client.fetchQuery({ queryKey: [key], queryFn: refused })).rejects.toThrow('401')
  callHeaders['x-pass'] = 'a pass'
  await ask('as a guest')
  expect(onUnauthorized).not.toHaveBeenCalled()
  delete callHeaders['x-pass']
  await ask('as a member')
  expect(onUnauthorized).toHaveBeenCalledOnce()
})
