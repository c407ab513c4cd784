import { expect, it, vi } from 'vitest'
import { ApiError } from '../api/errors.ts'
import { makeQueryClient } from './query-client.ts'

it('tells of a session that has ended, but not of a guest, who has none', async () => {
  const onUnauthorized = vi.fn<() => void>()
  const client = makeQueryClient({ onUnauthorized })
  const ask = (isGuests: boolean) =>
    client.fetchQuery({
      queryKey: [isGuests],
      queryFn: () => Promise.reject(new ApiError(401, '', isGuests)),
    })
  await expect(ask(true)).rejects.toThrow('401')
  expect(onUnauthorized).not.toHaveBeenCalled()
  await expect(ask(false)).rejects.toThrow('401')
  expect(onUnauthorized).toHaveBeenCalledOnce()
})
