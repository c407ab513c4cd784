import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { encodeRequest } from '../load/http.ts'
import { compare } from './compare.ts'

let server: Server
let origin: string
beforeAll(async () => {
  server = createServer((_, response) => response.end('{}'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.close()
})

/** Nineteen loads, on a machine that other tests keep busy. */
const TIMEOUT_MS = 30_000

const side = () => ({ origin, next: () => encodeRequest({ path: '/' }) })

it(
  'gives no ratio when the machine was busy each time, however often it measures',
  async () => {
    const result = await compare({
      row: side(),
      limit: side(),
      seconds: 0.15,
      roots: [process.pid],
      // No machine is that quiet.
      mostOthers: -1,
    })
    expect(result).toMatchObject({ ratio: null, unlike: 9, rounds: 9 })
    expect(result.row.perSecond).toBeGreaterThan(0)
  },
  TIMEOUT_MS,
)

it(
  'gets what a row uses up ready before each load',
  async () => {
    const prepared: number[] = []
    await compare({
      row: {
        ...side(),
        prepare: (seconds) => {
          prepared.push(seconds)
          return Promise.resolve()
        },
      },
      limit: side(),
      seconds: 0.15,
      roots: [process.pid],
      mostOthers: -1,
    })
    // The warm-up and nine rounds.
    expect(prepared).toHaveLength(10)
    expect(prepared.at(-1)).toBeCloseTo(0.05)
  },
  TIMEOUT_MS,
)
