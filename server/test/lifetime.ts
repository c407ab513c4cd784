import { afterAll, beforeAll } from 'vitest'

/**
 * Starts something before the tests of a file or of a `describe`, and closes it after them. The object
 * that is returned has its fields only once the hooks run, not while the file is loaded. What was started last is closed first.
 */
export function duringTests<T extends { close: () => Promise<void> }>(start: () => Promise<T>): T {
  const started = {} as T
  beforeAll(async () => {
    Object.assign(started, await start())
  })
  afterAll(() => started.close())
  return started
}
