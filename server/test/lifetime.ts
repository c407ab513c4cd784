import { afterAll, beforeAll } from 'vitest'

/**
 * Starts something before the tests of a file or of a `describe`, and closes it after them. Its fields are there from
 * the first hook on. What was started last is closed first.
 */
export function duringTests<T extends { close: () => Promise<void> }>(start: () => Promise<T>): T {
  const started = {} as T
  beforeAll(async () => {
    Object.assign(started, await start())
  })
  afterAll(() => started.close())
  return started
}
