import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { duringTests } from './lifetime.ts'

/** Stands for a cache in front, as Varnish or nginx would be told: what it was asked to forget. */
export interface CacheServer {
  url: string
  /** Each purge: its tags, or its address. */
  purges: string[]
  /** How many further purges it refuses. */
  refuses: (count: number) => void
  close: () => Promise<void>
}

export const cacheServer = (): CacheServer =>
  duringTests(async () => {
    const purges: string[] = []
    let refusals = 0
    const server = createServer(({ headers, url = '' }, response) => {
      if (refusals > 0) {
        refusals -= 1
        response.writeHead(503).end()
        return
      }
      const tags = headers['xkey-purge']
      purges.push(typeof tags === 'string' ? tags : url)
      response.writeHead(200, { 'x-purged': '1' }).end()
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return {
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      purges,
      refuses: (count) => {
        refusals = count
      },
      close: async () => {
        server.closeAllConnections()
        server.close()
        await once(server, 'close')
      },
    }
  })
