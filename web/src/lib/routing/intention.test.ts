import { describe, expect, it } from 'vitest'
import { ApiError } from '../api/api-error.ts'
import { makeIntention } from './intention.ts'

describe('the key of an intention', () => {
  it('stays for the same words until they are answered', () => {
    const intention = makeIntention()
    const first = intention.keyFor({ toClient: 80 })
    intention.ended(new ApiError(0, 'no answer'))
    expect(intention.keyFor({ toClient: 80 })).toBe(first)
    intention.ended(new ApiError(503, 'busy'))
    expect(intention.keyFor({ toClient: 80 })).toBe(first)
  })

  it('is another one for other words, and for words that were refused or taken', () => {
    const intention = makeIntention()
    const first = intention.keyFor({ toClient: 80 })
    const second = intention.keyFor({ toClient: 81 })
    expect(second).not.toBe(first)
    intention.ended(new ApiError(409, 'moved on'))
    const third = intention.keyFor({ toClient: 81 })
    expect(third).not.toBe(second)
    intention.ended()
    expect(intention.keyFor({ toClient: 81 })).not.toBe(third)
  })
})
