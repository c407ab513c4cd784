import { expect, it } from 'vitest'
import { turnAway } from './errors.ts'

const asked = (delay: number) => () => turnAway({} as never, {} as never, 'eventLoopDelay', delay)

it('turns requests away while the event loop lags', () => {
  expect(asked(2_500)).toThrow(expect.objectContaining({ code: 'unavailable' }))
})

it('serves them when the lag could not be measured', () => {
  expect(asked(Infinity)).not.toThrow()
})
