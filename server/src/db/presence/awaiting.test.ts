import { createServer, type AddressInfo } from 'node:net'
import { inject, expect, it } from 'vitest'
import { awaitDatabase, NoDatabase } from './awaiting.ts'

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

const noWait = { seconds: 0, onWait: () => expect.unreachable('It waits.') }

it('goes on when the database answers', async () => {
  await awaitDatabase(inject('adminUrl'), noWait)
})

it('ends with a sentence that has no password when nothing answers', async () => {
  const port = await freePort()
  const waiting = awaitDatabase(`postgres://me:secret@127.0.0.1:${port}/plinth`, noWait)
  await expect(waiting).rejects.toThrow(NoDatabase)
  await expect(waiting).rejects.toThrow(`The database at 127.0.0.1:${port} does not answer: `)
  await expect(waiting).rejects.not.toThrow('secret')
})

it('waits as long as it is told to, and says so once', async () => {
  const said: string[] = []
  const begin = performance.now()
  const waiting = awaitDatabase(`postgres://me@127.0.0.1:${await freePort()}/plinth`, {
    seconds: 2,
    onWait: (sentence) => said.push(sentence),
  })
  await expect(waiting).rejects.toThrow(NoDatabase)
  expect(performance.now() - begin).toBeGreaterThan(2_000)
  expect(said).toEqual([expect.stringMatching(/does not answer: .* Waiting up to 2 seconds\.$/)])
})

it('does not wait where the name is wrong', async () => {
  const url = new URL(inject('adminUrl'))
  url.pathname = '/nowhere'
  await expect(awaitDatabase(url.href, { seconds: 60, onWait: noWait.onWait })).rejects.toThrow(
    /refuses the connection: database "nowhere" does not exist/,
  )
})
