import { Check } from 'typebox/schema'
import { createPost } from '@plinth/contract/posts/posts.ts'
import { describe, expect, it } from 'vitest'
import { ApiError } from '../api/errors.ts'
import { makeIdempotencyKey, newIdempotencyKey } from './idempotency.ts'

it('makes different ids that the contract accepts', () => {
  const made = Array.from({ length: 50 }, newIdempotencyKey)
  expect(new Set(made).size).toBe(50)
  const { clientId } = createPost.form.properties
  for (const id of made) expect(Check(clientId, id)).toBe(true)
})

describe('an idempotency key', () => {
  it('stays the same for the same content until the server answers', () => {
    const key = makeIdempotencyKey()
    const first = key.keyFor({ toClient: 80 })
    key.ended(new ApiError(0, 'no answer'))
    expect(key.keyFor({ toClient: 80 })).toBe(first)
    key.ended(new ApiError(503, 'busy'))
    expect(key.keyFor({ toClient: 80 })).toBe(first)
  })

  it('changes for different content, and after a refusal or a success', () => {
    const key = makeIdempotencyKey()
    const first = key.keyFor({ toClient: 80 })
    const second = key.keyFor({ toClient: 81 })
    expect(second).not.toBe(first)
    key.ended(new ApiError(409, 'moved on'))
    const third = key.keyFor({ toClient: 81 })
    expect(third).not.toBe(second)
    key.ended()
    expect(key.keyFor({ toClient: 81 })).not.toBe(third)
  })
})
