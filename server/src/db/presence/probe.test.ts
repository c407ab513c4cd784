import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { cloneDatabase } from '../../../test/database.ts'
import { createDatabase, createPool } from '../pool.ts'
import { createProbe, type Probe } from './probe.ts'

let database: Awaited<ReturnType<typeof cloneDatabase>>
let probe: Probe
beforeEach(async () => {
  database = await cloneDatabase()
})
afterEach(async () => {
  await probe.close()
  await database.drop()
})

it('tells a database that lacks a migration from one that has them all', async () => {
  probe = createProbe(database.url)
  expect(await probe.check()).toBe('ok')
  const db = createDatabase(createPool({ url: database.url, size: 1, namedStatements: true }))
  // What a newer version has added does no harm, unless it says so.
  await sql`alter table migrations add column if not exists one_way text`.execute(db)
  await sql`insert into migrations (name) values ('9998_later.sql')`.execute(db)
  expect(await probe.check()).toBe('ok')
  await sql`insert into migrations (name, one_way) values ('9999_later.sql', 'why')`.execute(db)
  expect(await probe.check()).toBe('ahead')
  await sql`delete from migrations where name > '9'`.execute(db)
  await sql`delete from migrations where name like '0012%'`.execute(db)
  expect(await probe.check()).toBe('behind')
  await sql`drop table migrations`.execute(db)
  expect(await probe.check()).toBe('behind')
  await db.destroy()
})

it('tells a slow database from one that is gone, and finds it again', async () => {
  const { port } = new URL(database.url)
  let isSilent = false
  const open = new Set<Socket>()
  const proxy = createServer((socket) => {
    const target = connect(Number(port), '127.0.0.1')
    for (const one of [socket, target]) open.add(one.on('error', () => undefined))
    socket.on('data', (data) => isSilent || target.write(data))
    target.on('data', (data) => isSilent || socket.write(data))
  })
  const listen = (at: number) =>
    new Promise<void>((resolve) => proxy.listen(at, '127.0.0.1', resolve))
  await listen(0)
  const at = (proxy.address() as AddressInfo).port
  const url = new URL(database.url)
  url.port = String(at)
  probe = createProbe(url.href)

  expect(await probe.check()).toBe('ok')
  isSilent = true
  expect(await probe.check()).toBe('slow')
  isSilent = false
  expect(await probe.check()).toBe('ok')

  const closed = new Promise((resolve) => proxy.close(resolve))
  for (const socket of open) socket.destroy()
  await closed
  expect(await probe.check()).toBe('gone')
  await listen(at)
  expect(await probe.check()).toBe('ok')
  proxy.close()
  for (const socket of open) socket.destroy()
}, 20_000)
