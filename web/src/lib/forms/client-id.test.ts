import { Check } from 'typebox/schema'
import { createPost } from '@plinth/contract/posts/posts.ts'
import { expect, it } from 'vitest'
import { newClientId } from './client-id.ts'

it('makes ids that the contract takes, each another', () => {
  const made = Array.from({ length: 50 }, newClientId)
  expect(new Set(made).size).toBe(50)
  const { clientId } = createPost.form.properties
  for (const id of made) expect(Check(clientId, id)).toBe(true)
})
